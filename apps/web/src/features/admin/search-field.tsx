import type { ReactNode } from 'react';
import { Button } from '../../components/buttons/button.js';
import { SearchIcon } from '../../components/icons/action-icons.js';
import { TextInput } from '../../components/inputs/text-input.js';
import { useForm } from '../../forms/use-form.js';
import { adminTexts } from '../../texts/admin.js';
import styles from './admin.module.css';
import { useAdminTab } from './admin-tab.js';

interface SearchFieldProps {
  label: string;
  placeholder: string;
  children?: ReactNode;
}

/** Searches when it is sent, not with every key, because a search reads all rows. */
export function SearchField({ label, placeholder, children }: SearchFieldProps) {
  const { tab, search, show } = useAdminTab();
  const form = useForm({ initial: { text: search }, send: async ({ text }) => show(tab, text.trim()) });
  return (
    <form {...form.formProps} className={styles['toolbar']} role="search">
      <TextInput
        {...form.fieldProps('text')}
        autoCapitalize="off"
        autoComplete="off"
        className={styles['search']}
        icon={<SearchIcon />}
        label={label}
        placeholder={placeholder}
        spellCheck={false}
        type="search"
      />
      <Button type="submit">{adminTexts.search}</Button>
      {children}
    </form>
  );
}
