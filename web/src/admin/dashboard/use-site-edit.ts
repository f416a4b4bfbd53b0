import {
  failureMessages,
  isLogoType,
  parseDataUrl,
  siteSchema,
  validate,
  type Site,
} from 'content-schema';
import type { EditSource } from '../../data/editable-content.ts';
import { useEdit, type Edit } from '../editing/use-edit.ts';

const MESSAGES = {
  saving: 'Saving site metadata...',
  saved: 'Site metadata updated',
  failed: failureMessages.saveSite,
};

const FIELD_NAMES = {
  title: 'Site title',
  description: 'Meta description',
  homeButtonMode: 'Home button',
  logo: 'Logo',
  'logo.data': 'Logo',
  'logo.type': 'Logo file type',
  'logo.alt': 'Logo alt text',
};

/** Of two logos that conflict, one may have been chosen for its picture and the other for its type. */
const withLogoType = (site: Site): Site => {
  const type = site.logo && parseDataUrl(site.logo.data)?.type;
  return site.logo && type && isLogoType(type) ? { ...site, logo: { ...site.logo, type } } : site;
};

export const useSiteEdit = (source: EditSource<Site>): Edit<Site> =>
  useEdit({
    name: 'site',
    source,
    validate: (site) => validate(siteSchema, withLogoType(site)),
    messages: MESSAGES,
    fieldNames: FIELD_NAMES,
  });
