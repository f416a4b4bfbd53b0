import { lazy, type ComponentType } from 'react';
import { Link } from 'react-router-dom';
import { MessageScreen } from '../ui/message-screen.tsx';

/** The document is asked for again, since after a deployment it alone knows where the code is. */
const PageNotLoaded = () => (
  <MessageScreen
    action={
      <Link to="" reloadDocument>
        Try again
      </Link>
    }
  >
    This page could not be loaded.
  </MessageScreen>
);

/** A page of which the code is loaded when it is first shown; where that fails, the page says so. */
export const lazyPage = (load: () => Promise<{ default: ComponentType }>) =>
  lazy(() => load().catch(() => ({ default: PageNotLoaded })));
