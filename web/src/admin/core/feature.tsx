import type { ChecklistKind, ErrorCode, PostHeading, PreviewKind, StoreKind } from 'content-schema';
import { createContext, useContext, type ComponentType, type ReactNode } from 'react';
import type { AdminPage } from './define-admin-page.ts';

/** The slots in the core's screens, with what each gets. Children are for a slot that no feature fills. */
interface Slots {
  account: { email: string; children: ReactNode };
  commit: { sha: string; children: ReactNode };
  /** Links to the changes of a file or its `part`; `of` names it where its surroundings don't. */
  fileHistory: {
    path: string;
    part?: string;
    of?: string;
    variant?: 'quiet' | 'plain';
    children?: ReactNode;
  };
  /** Links to a file where it is stored. */
  filePages: { path: string };
  /** Links to where the repository of another site generator keeps what. */
  layout: object;
  lastChange: { file: string | undefined };
  postList: {
    stored: readonly PostHeading[] | undefined;
    onChanged: () => void;
    children: (added: Partial<Record<'actions' | 'panel', ReactNode>>) => ReactNode;
  };
  header: object;
  /** More about the look of the site. */
  look: object;
  /** A rejected change; the children say why. */
  rejection: { code: ErrorCode | undefined; children: ReactNode };
  /** What a repository at GitHub can do besides. */
  connected: object;
  /** What can be done about the store of the content. */
  store: { kind: StoreKind | undefined };
  /** A version of the site or of a post that visitors don't see; `head` is a pull request's commit. */
  version: { of: PreviewKind; id: string; head?: string };
}

export type SlotProps = { readonly [Name in keyof Slots]: Readonly<Slots[Name]> };

type ChecklistPaths = Partial<Record<ChecklistKind, string>>;

/** A part of the admin area that can be removed with its folder. */
export interface AdminFeature {
  readonly pages?: readonly AdminPage[];
  readonly slots?: { readonly [Name in keyof SlotProps]?: ComponentType<SlotProps[Name]> };
  readonly checklist?: ChecklistPaths;
}

export const FeaturesContext = createContext<readonly AdminFeature[]>([]);

export const useChecklistPaths = (): ChecklistPaths =>
  Object.assign(
    {},
    ...useContext(FeaturesContext).map(({ checklist }) => checklist),
  ) as ChecklistPaths;

/** Shows what features add here; without any, the children. */
export const Slot = <Name extends keyof SlotProps>({
  name,
  ...props
}: { readonly name: Name } & SlotProps[Name]): ReactNode => {
  const added = useContext(FeaturesContext).flatMap(({ slots }) => slots?.[name] ?? []);
  const { children } = props as { children?: ReactNode | SlotProps['postList']['children'] };
  if (added.length === 0) return typeof children === 'function' ? children({}) : children;
  return (added as ComponentType<object>[]).map((Added, index) => <Added key={index} {...props} />);
};
