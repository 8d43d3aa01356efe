import { Component, type ReactNode } from 'react';

interface Props {
  /** It replaces the children after one of them has thrown. */
  fallback: ReactNode;
  children: ReactNode;
}

/** React reports what was thrown to the console; this only keeps the screen useful. */
export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
