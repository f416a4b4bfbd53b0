import type { ComponentType } from 'react';
import { ADMIN } from '../../paths.ts';

/** A destination in the command palette. */
export interface PaletteEntry {
  readonly group: 'Posts' | 'Pages' | 'Settings' | 'Photos';
  readonly text: string;
  readonly to: string;
  readonly words?: string;
  /** Distinguishes entries with the same name. */
  readonly note?: string;
}

interface AdminPageDefinition {
  /** Its address, in which names after a colon are parameters. */
  readonly path: string;
  /** Its name in the command palette; absent for a page that needs more than its address. */
  readonly title?: string;
  readonly words?: string;
  readonly sections?: readonly Readonly<Record<'id' | 'title' | 'words', string>>[];
  /** The text of its link in the header, or the whole list item; absent for a page without one. */
  readonly header?: string | ComponentType;
  /** Loads its code when it is first shown. Pages that share it share their state. */
  readonly Page: ComponentType;
}

/** A screen of the admin area, for the router, the header and the command palette. */
export interface AdminPage extends Pick<AdminPageDefinition, 'path' | 'header' | 'Page'> {
  /** Its path below that of the admin area. */
  readonly route: string;
  readonly entries: readonly PaletteEntry[];
}

export const defineAdminPage = (definition: AdminPageDefinition): AdminPage => {
  const { path, title, words = '', sections = [] } = definition;
  const pages =
    title === undefined ? [] : [{ group: 'Pages', text: title, to: path, words } as const];
  const settings = sections.map(({ id, title: text, words }) => {
    return { group: 'Settings', text, to: `${path}#${id}`, words } as const;
  });
  return { ...definition, route: path.slice(ADMIN.length), entries: [...pages, ...settings] };
};
