import { LOAD_FAILED, type ContentSummaryResponse } from 'content-schema';
import { useLocation } from 'react-router-dom';
import { useContentSaved, useDefaultContent, usePublicContent } from './content.ts';
import type { PageData, PageName, PageViews, PublicShell } from './page-data.ts';
import { pageLocationAt, type PageLocation } from './page-location.ts';
import { pickView } from './page-views.ts';
import { messageOf } from './request.ts';
import { useInitialState } from './initial-state.ts';

export interface PageState<Name extends PageName> {
  /** Undefined until anything at all is known of the site. */
  readonly site: PublicShell | undefined;
  /** What the page shows of the stored content, else of the default content as far as it is here. */
  readonly view: PageViews[Name] | undefined;
  /** True until the stored content, or the failure to load it, has arrived. */
  readonly loading: boolean;
  /** Why the stored content is not there. */
  readonly error: string | undefined;
}

/** What came with the HTML of this very page, unless it has been edited since. */
const useEmbedded = <Name extends PageName>(
  name: Name,
  place: PageLocation | undefined,
): PageData<Name> | undefined => {
  const { page } = useInitialState();
  const saved = useContentSaved();
  const isHere = !saved && page?.name === name && page.address === place?.address;
  return isHere ? (page as PageData<Name>) : undefined;
};

/**
 * What the public page at the present address shows. The page that was asked for first has come
 * with its HTML, and loads nothing.
 */
export const usePage = <Name extends PageName>(name: Name): PageState<Name> => {
  const place = pageLocationAt(useLocation());
  const embedded = useEmbedded(name, place);
  const { year, page: firstPage } = useInitialState();
  const { data, error } = usePublicContent(embedded === undefined);
  const stored = data?.answer;
  const failed = !stored && !embedded && error !== undefined;
  const standIn = useDefaultContent(failed || (!stored && !firstPage));

  const pick = (content: ContentSummaryResponse | undefined) =>
    content && place && pickView[name](content, place);
  const frame = stored ?? (failed ? standIn : firstPage?.frame) ?? standIn;
  const problem = failed ? messageOf(error, LOAD_FAILED) : undefined;
  return {
    site: frame && { frame, error: problem, year },
    error: problem,
    view: embedded && !stored ? embedded.view : pick(stored ?? standIn),
    loading: !stored && !embedded && !failed,
  };
};
