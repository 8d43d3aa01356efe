import { useCountMySitesQuery } from '../../../api/sites/site-lookups.js';
import { CheckChoice } from '../../../components/inputs/choices.js';
import { authTexts } from '../../../texts/account/auth.js';

const text = authTexts.handOver;

interface HandOverChoiceProps {
  account: string;
  email?: string | undefined;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
}

export function HandOverChoice({ account, email, isChosen, onChoose }: HandOverChoiceProps) {
  const { data: pages } = useCountMySitesQuery({ account });
  if (pages === 0) return null;
  return (
    <CheckChoice
      checked={isChosen}
      detail={isChosen ? text.kept : text.left}
      label={text.choose(email, pages)}
      onChange={(event) => onChoose(event.target.checked)}
    />
  );
}
