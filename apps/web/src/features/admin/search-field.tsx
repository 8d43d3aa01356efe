import { useState, type FormEvent, type ReactNode } from 'react';
import { Button } from '../../components/buttons/button.js';
import { SearchIcon } from '../../components/icons.js';
import { TextInput } from '../../components/inputs/text-input.js';
import { adminTexts } from '../../texts/admin.js';
import styles from './admin.module.css';

interface SearchFieldProps {
  label: string;
  placeholder: string;
  text: string;
  onSearch: (text: string) => void;
  /** Further choices beside it. */
  children?: ReactNode;
}

/** Searches when it is sent, not with every key: a search goes over all there is. */
export function SearchField({ label, placeholder, text, onSearch, children }: SearchFieldProps) {
  const [typed, setTyped] = useState(text);
  const [searched, setSearched] = useState(text);
  // A link leads to another search.
  if (searched !== text) {
    setSearched(text);
    setTyped(text);
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSearch(typed.trim());
  };
  return (
    <form className={styles['toolbar']} onSubmit={submit} role="search">
      <TextInput
        autoCapitalize="off"
        autoComplete="off"
        className={styles['search']}
        icon={<SearchIcon />}
        label={label}
        onChange={(event) => setTyped(event.target.value)}
        placeholder={placeholder}
        spellCheck={false}
        type="search"
        value={typed}
      />
      <Button type="submit">{adminTexts.search}</Button>
      {children}
    </form>
  );
}
