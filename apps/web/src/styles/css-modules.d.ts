// Written by vite-plugins/css-module-types.ts: `npx vite build` in apps/web renews it.

declare module '*/account-label.module.css' {
  const styles: {
    readonly address: string;
    readonly badge: string;
  };
  export default styles;
}

declare module '*/admin-page.module.css' {
  const styles: {
    readonly alone: string;
    readonly code: string;
    readonly intro: string;
    readonly title: string;
  };
  export default styles;
}

declare module '*/admin.module.css' {
  const styles: {
    readonly actions: string;
    readonly bad: string;
    readonly badge: string;
    readonly body: string;
    readonly choice: string;
    readonly code: string;
    readonly dialog: string;
    readonly facts: string;
    readonly good: string;
    readonly likes: string;
    readonly link: string;
    readonly list: string;
    readonly main: string;
    readonly meta: string;
    readonly more: string;
    readonly name: string;
    readonly row: string;
    readonly search: string;
    readonly soon: string;
    readonly status: string;
    readonly subhead: string;
    readonly toolbar: string;
    readonly why: string;
    readonly written: string;
  };
  export default styles;
}

declare module '*/app-notice-bar.module.css' {
  const styles: {
    readonly action: string;
    readonly done: string;
    readonly fault: string;
    readonly text: string;
  };
  export default styles;
}

declare module '*/auth-dialog.module.css' {
  const styles: {
    readonly hint: string;
    readonly told: string;
    readonly warning: string;
    readonly way: string;
    readonly ways: string;
    readonly wide: string;
  };
  export default styles;
}

declare module '*/base.css';

declare module '*/button.module.css' {
  const styles: {
    readonly button: string;
    readonly content: string;
    readonly danger: string;
    readonly ghost: string;
    readonly lg: string;
    readonly md: string;
    readonly primary: string;
    readonly secondary: string;
    readonly sm: string;
    readonly spinner: string;
  };
  export default styles;
}

declare module '*/checked-path-field.module.css' {
  const styles: {
    readonly field: string;
    readonly spoken: string;
  };
  export default styles;
}

declare module '*/crash-screen.module.css' {
  const styles: {
    readonly screen: string;
    readonly title: string;
  };
  export default styles;
}

declare module '*/dashboard-page.module.css' {
  const styles: {
    readonly intro: string;
    readonly invitation: string;
    readonly signedOut: string;
    readonly title: string;
  };
  export default styles;
}

declare module '*/disclosure-menu.module.css' {
  const styles: {
    readonly heading: string;
    readonly item: string;
    readonly popup: string;
    readonly root: string;
  };
  export default styles;
}

declare module '*/extend-dialog.module.css' {
  const styles: {
    readonly choice: string;
    readonly choices: string;
    readonly chosen: string;
    readonly detail: string;
    readonly legend: string;
    readonly name: string;
  };
  export default styles;
}

declare module '*/fields.module.css' {
  const styles: {
    readonly choice: string;
    readonly choices: string;
    readonly code: string;
    readonly legend: string;
    readonly since: string;
    readonly toggle: string;
  };
  export default styles;
}

declare module '*/footer.module.css' {
  const styles: {
    readonly badge: string;
    readonly footer: string;
    readonly tagline: string;
  };
  export default styles;
}

declare module '*/form.module.css' {
  const styles: {
    readonly actions: string;
    readonly form: string;
  };
  export default styles;
}

declare module '*/header.module.css' {
  const styles: {
    readonly actions: string;
    readonly dashboard: string;
    readonly header: string;
    readonly inside: string;
    readonly name: string;
    readonly seal: string;
    readonly wordmark: string;
  };
  export default styles;
}

declare module '*/html-editor.module.css' {
  const styles: {
    readonly area: string;
    readonly drop: string;
    readonly fault: string;
    readonly faulty: string;
    readonly foot: string;
    readonly hovering: string;
    readonly left: string;
    readonly loaded: string;
    readonly meter: string;
    readonly notes: string;
    readonly over: string;
    readonly paper: string;
    readonly right: string;
    readonly sheet: string;
    readonly size: string;
    readonly undo: string;
  };
  export default styles;
}

declare module '*/icon-button.module.css' {
  const styles: {
    readonly danger: string;
    readonly icon: string;
    readonly pressed: string;
  };
  export default styles;
}

declare module '*/layout.module.css' {
  const styles: {
    readonly layout: string;
    readonly main: string;
  };
  export default styles;
}

declare module '*/link-page.module.css' {
  const styles: {
    readonly bad: string;
    readonly card: string;
    readonly good: string;
    readonly home: string;
    readonly outcome: string;
    readonly title: string;
  };
  export default styles;
}

declare module '*/loading.module.css' {
  const styles: {
    readonly loading: string;
  };
  export default styles;
}

declare module '*/modal.module.css' {
  const styles: {
    readonly actions: string;
    readonly body: string;
    readonly close: string;
    readonly dialog: string;
    readonly head: string;
    readonly lg: string;
    readonly md: string;
    readonly panel: string;
    readonly sm: string;
    readonly stayed: string;
    readonly title: string;
    readonly top: string;
    readonly xl: string;
  };
  export default styles;
}

declare module '*/my-sites.module.css' {
  const styles: {
    readonly cell: string;
    readonly empty: string;
    readonly fault: string;
    readonly grid: string;
    readonly line: string;
    readonly more: string;
    readonly picture: string;
    readonly search: string;
    readonly section: string;
    readonly skeleton: string;
    readonly sort: string;
    readonly spoken: string;
    readonly toolbar: string;
  };
  export default styles;
}

declare module '*/notice.module.css' {
  const styles: {
    readonly done: string;
    readonly error: string;
    readonly title: string;
  };
  export default styles;
}

declare module '*/numbers.module.css' {
  const styles: {
    readonly bad: string;
    readonly bars: string;
    readonly card: string;
    readonly chart: string;
    readonly charts: string;
    readonly counts: string;
    readonly good: string;
    readonly hour: string;
    readonly hours: string;
    readonly name: string;
    readonly scroll: string;
    readonly sum: string;
    readonly table: string;
    readonly totals: string;
  };
  export default styles;
}

declare module '*/path-invitation.module.css' {
  const styles: {
    readonly hint: string;
    readonly invitation: string;
  };
  export default styles;
}

declare module '*/publish-form.module.css' {
  const styles: {
    readonly action: string;
    readonly foot: string;
    readonly form: string;
    readonly keys: string;
    readonly notice: string;
    readonly spoken: string;
    readonly submit: string;
  };
  export default styles;
}

declare module '*/publish-page.module.css' {
  const styles: {
    readonly intro: string;
    readonly lead: string;
    readonly title: string;
  };
  export default styles;
}

declare module '*/publish-result.module.css' {
  const styles: {
    readonly actions: string;
    readonly address: string;
    readonly card: string;
    readonly detail: string;
    readonly done: string;
    readonly expiry: string;
    readonly foot: string;
    readonly refused: string;
    readonly stamp: string;
    readonly title: string;
    readonly url: string;
  };
  export default styles;
}

declare module '*/report-form.module.css' {
  const styles: {
    readonly actions: string;
    readonly form: string;
    readonly thanks: string;
    readonly thanksTitle: string;
  };
  export default styles;
}

declare module '*/settings.module.css' {
  const styles: {
    readonly choice: string;
    readonly factor: string;
    readonly factorHead: string;
    readonly factorName: string;
    readonly factors: string;
    readonly heading: string;
    readonly note: string;
    readonly qrCode: string;
    readonly secret: string;
    readonly section: string;
    readonly sections: string;
    readonly setUp: string;
  };
  export default styles;
}

declare module '*/sign-up-invitation.module.css' {
  const styles: {
    readonly benefit: string;
    readonly benefits: string;
    readonly invitation: string;
    readonly name: string;
    readonly text: string;
    readonly title: string;
  };
  export default styles;
}

declare module '*/site-card.module.css' {
  const styles: {
    readonly actions: string;
    readonly badge: string;
    readonly body: string;
    readonly card: string;
    readonly expired: string;
    readonly head: string;
    readonly indexing: string;
    readonly path: string;
    readonly pathText: string;
    readonly pencil: string;
    readonly permanent: string;
    readonly soon: string;
    readonly stopped: string;
    readonly stoppedNotice: string;
    readonly times: string;
    readonly title: string;
  };
  export default styles;
}

declare module '*/site-count.module.css' {
  const styles: {
    readonly badge: string;
    readonly breathing: string;
    readonly count: string;
    readonly dot: string;
    readonly number: string;
    readonly word: string;
  };
  export default styles;
}

declare module '*/site-preview.module.css' {
  const styles: {
    readonly frame: string;
    readonly page: string;
  };
  export default styles;
}

declare module '*/tabs.module.css' {
  const styles: {
    readonly panel: string;
    readonly row: string;
    readonly tab: string;
  };
  export default styles;
}

declare module '*/text-input.module.css' {
  const styles: {
    readonly area: string;
    readonly box: string;
    readonly count: string;
    readonly error: string;
    readonly field: string;
    readonly hint: string;
    readonly icon: string;
    readonly input: string;
    readonly invalid: string;
    readonly label: string;
    readonly notes: string;
    readonly prefix: string;
    readonly select: string;
  };
  export default styles;
}

declare module '*/toast.module.css' {
  const styles: {
    readonly region: string;
    readonly toast: string;
  };
  export default styles;
}

declare module '*/tokens.css';

declare module '*/tooltip.module.css' {
  const styles: {
    readonly root: string;
    readonly tip: string;
  };
  export default styles;
}
