import { createContext, lazy, Suspense, use, useState, type ReactNode } from 'react';
import { texts } from '../texts/ja.js';
import { ErrorBoundary } from './error-boundary.js';
import { ErrorNotice } from './notice.js';

const ComingLaterDialog = lazy(async () => {
  const { ComingLaterDialog: loaded } = await import('./coming-later-dialog.js');
  return { default: loaded };
});

const ComingLaterContext = createContext<(feature: string) => void>(() => undefined);

/** Says that the named feature comes later. The one answer of every button whose screen is not there yet. */
export function useComingLater(): (feature: string) => void {
  return use(ComingLaterContext);
}

export function ComingLaterProvider({ children }: { children: ReactNode }) {
  const [feature, setFeature] = useState<string | null>(null);
  return (
    <ComingLaterContext value={setFeature}>
      {children}
      {feature !== null && (
        <ErrorBoundary fallback={<ErrorNotice>{texts.dialogUnavailable}</ErrorNotice>}>
          <Suspense>
            <ComingLaterDialog feature={feature} onClose={() => setFeature(null)} />
          </Suspense>
        </ErrorBoundary>
      )}
    </ComingLaterContext>
  );
}
