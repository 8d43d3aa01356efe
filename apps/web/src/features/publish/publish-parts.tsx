import { lazyPart, Loading, optionalPart, requiredPart } from '../../components/loading/loaded-part.js';

/** One chunk has all parts that the first view does not need. */
const load = () => import('./deferred-parts.js');

export const CodeEditor = lazyPart(async () => (await import('../code/code-editor.js')).CodeEditor);

export const FilesCard = requiredPart(async () => (await import('./files/files-card.js')).FilesCard, <Loading />);
export const LargeTextOffer = optionalPart(async () => (await import('./offers/large-text-offer.js')).LargeTextOffer);
export const FilesPreview = requiredPart(
  async () => (await import('./files/files-preview.js')).FilesPreview,
  <Loading />,
);

export const ExampleInUrl = optionalPart(async () => (await load()).ExampleInUrl);
export const LastDraftOffer = optionalPart(async () => (await load()).LastDraftOffer);
export const PagePreview = requiredPart(async () => (await load()).PagePreview, <Loading />);
export const PhoneWidthOffer = optionalPart(async () => (await load()).PhoneWidthOffer);
export const PublishSettings = requiredPart(async () => (await load()).PublishSettings);
export const RefusedPage = requiredPart(async () => (await load()).RefusedPage);
export const SettingsSheet = requiredPart(async () => (await load()).SettingsSheet);
