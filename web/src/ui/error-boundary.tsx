import { Component, createContext, useContext, useEffect, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { MessageScreen } from './messages.tsx';

interface Failure {
  /** What was typed below the boundary, where that was offered by `useTypedText`; else empty. */
  readonly typed: string;
  /** Renders the children again. */
  readonly reset: () => void;
}

interface ErrorBoundaryProps {
  readonly children: ReactNode;
  /** What stands in place of the children after a render error. */
  readonly fallback?: (failure: Failure) => ReactNode;
  /** The children are rendered again when it changes, for example with the address. */
  readonly resetKey?: string;
  readonly onError?: () => void;
}

type ReadText = () => string;
/** Returns how to take the offer back. */
type OfferText = (read: ReadText) => () => void;

const TypedTextContext = createContext<OfferText>(() => () => undefined);

/** Offers what was typed, for the case that a render error takes it off the screen. */
export const useTypedText = (read: ReadText): void => {
  const offer = useContext(TypedTextContext);
  useEffect(() => offer(read), [offer, read]);
};

interface PageFailedProps {
  /** What can be done beside trying again. */
  readonly children?: ReactNode;
}

/** Stands for a page that could not be rendered, or whose code could not be loaded. */
export const PageFailed = ({ children }: PageFailedProps) => (
  <MessageScreen
    action={
      <>
        {/* After a deployment only a new document names the present files. */}
        <Button onClick={() => location.reload()}>Try again</Button>
        {children}
      </>
    }
  >
    This page could not be shown.
  </MessageScreen>
);

interface State {
  readonly failed: boolean;
  readonly typed: string;
}

/** Keeps a render error below it from taking the rest of the page off the screen. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  static getDerivedStateFromError = (): Partial<State> => ({ failed: true });

  override state: State = { failed: false, typed: '' };

  readonly #offers = new Set<ReadText>();

  readonly #offer: OfferText = (read) => {
    this.#offers.add(read);
    return () => this.#offers.delete(read);
  };

  readonly #reset = () => this.setState({ failed: false, typed: '' });

  /** Runs before the effects of the children that are gone are cleaned up. */
  override componentDidCatch() {
    const typed = [...this.#offers].map((read) => read()).filter((text) => text !== '');
    this.setState({ typed: typed.join('\n\n') });
    this.props.onError?.();
  }

  override componentDidUpdate({ resetKey }: ErrorBoundaryProps) {
    if (this.state.failed && resetKey !== this.props.resetKey) this.#reset();
  }

  override render() {
    const { children, fallback } = this.props;
    const { failed, typed } = this.state;
    if (failed) return fallback ? fallback({ typed, reset: this.#reset }) : <PageFailed />;
    return <TypedTextContext value={this.#offer}>{children}</TypedTextContext>;
  }
}
