import {
  createContext,
  lazy,
  use,
  useEffect,
  useState,
  useTransition,
  type ComponentType,
  type LazyExoticComponent,
} from 'react';

/** What stands in place of a part that could not be loaded. */
export interface NotLoadedProps {
  readonly onRetry: () => void;
  /** True while it is being loaded again. */
  readonly pending: boolean;
}

const RetryContext = createContext<NotLoadedProps>({ onRetry: () => undefined, pending: false });

/**
 * A component of which the code is loaded when it is first shown, below a `Suspense`. Offline, or
 * after another version of the site was deployed, that fails: then `NotLoaded` is in its place, the
 * page around it stays, and each further try loads anew, which a failed `lazy` never does.
 */
export const lazyPart = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  NotLoaded: ComponentType<NotLoadedProps>,
): ComponentType<Props> => {
  const attempt = (): LazyExoticComponent<ComponentType<Props>> =>
    lazy(() => load().catch(() => ({ default: Failure })));
  let latest = attempt();
  const renew = () => {
    latest = attempt();
    return latest;
  };

  const Failure = () => {
    // For the next time that the part is shown.
    useEffect(() => void renew(), []);
    return <NotLoaded {...use(RetryContext)} />;
  };

  return (props) => {
    const [Part, setPart] = useState(() => latest);
    const [pending, startTransition] = useTransition();
    const onRetry = () => startTransition(() => setPart(renew()));
    return (
      <RetryContext value={{ onRetry, pending }}>
        <Part {...props} />
      </RetryContext>
    );
  };
};
