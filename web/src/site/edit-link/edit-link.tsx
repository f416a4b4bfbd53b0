import { createContext, useContext, useEffect, useState, type ReactNode } from 'react';
import { mayBeSignedIn } from '../../data/sign-in-flag.ts';
import { useInitialState } from '../../data/initial-state.ts';
import type { EditLinkProps } from './show-edit-link.tsx';

type ShowEditLink = (props: EditLinkProps) => ReactNode;

/** Renders an edit link; undefined for visitors. */
export const EditLinkContext = createContext<ShowEditLink | undefined>(undefined);

/** Links the administrator from a part of a public page to its form. Takes no space on the page. */
export const EditLink = (props: EditLinkProps) => useContext(EditLinkContext)?.(props);

/** Loads the component of the edit links when the browser is idle. Visitors never load it. */
export const useShowEditLink = (): ShowEditLink | undefined => {
  const { base } = useInitialState();
  const [loaded, setLoaded] = useState<{ readonly showEditLink: ShowEditLink }>();
  useEffect(() => {
    // A version of the site below a base path is not the content that the forms edit.
    if (base !== undefined || !mayBeSignedIn()) return;
    const load = () => void import('./show-edit-link.tsx').then(setLoaded, () => undefined);
    // Safari has no `requestIdleCallback`.
    if ('requestIdleCallback' in window) requestIdleCallback(load);
    else setTimeout(load);
  }, [base]);
  return loaded?.showEditLink;
};
