import { Button } from '../components/buttons/button.js';
import { texts } from '../texts/ja.js';

/** The app shows it after a fault of its own: the tab's storage has what was typed, so a reload loses nothing. */
export function CrashScreen() {
  return (
    <main className="shell page-main column">
      <div className="message card" role="alert">
        <span aria-hidden="true" className="seal" data-text={texts.seal} />
        <h1>{texts.crash.title}</h1>
        <p>{texts.crash.text}</p>
        <Button onClick={() => window.location.reload()} variant="primary">
          {texts.crash.reload}
        </Button>
      </div>
    </main>
  );
}
