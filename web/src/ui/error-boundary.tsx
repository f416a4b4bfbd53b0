import {
  Component,
  createContext,
  useContext,
  useEffect,
  type PropsWithChildren,
  type ReactNode,
} from 'react';
import { Button } from './button.tsx';
import { MessageScreen } from './messages.tsx';

interface Failure {
  /** The text typed below the boundary, as registered by `useTypedText`; empty without any. */
  readonly typed: string;
  readonly reset: () => void;
}

interface ErrorBoundaryProps {
  readonly children: ReactNode;
  /** Replaces the children after a render error. */
  readonly fallback?: (failure: Failure) => ReactNode;
  /** A change of this value renders the children again; for example the address. */
  readonly resetKey?: string;
  readonly onError?: () => void;
}

type ReadText = () => string;
/** Returns a function that unregisters the reader. */
type OfferText = (read: ReadText) => () => void;

const TypedTextContext = createContext<OfferText>(() => () => undefined);

/** Registers a function that reads the typed text, so that a render error can't lose it. */
export const useTypedText = (read: ReadText): void => {
  const offer = useContext(TypedTextContext);
  useEffect(() => offer(read), [offer, read]);
};

/** Shown instead of a page that failed to render, or whose code failed to load. */
export const PageFailed = ({ children }: PropsWithChildren) => (
  <MessageScreen
    action={
      <>
        {/* After a deployment only a new document has the new names of the files. */}
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

/** Catches render errors below it, so that the rest of the page stays. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  static getDerivedStateFromError = (): Partial<State> => ({ failed: true });

  override state: State = { failed: false, typed: '' };

  readonly #offers = new Set<ReadText>();

  readonly #offer: OfferText = (read) => {
    this.#offers.add(read);
    return () => this.#offers.delete(read);
  };

  readonly #reset = () => this.setState({ failed: false, typed: '' });

  /** React calls this before the effects of the removed children are cleaned up. */
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
