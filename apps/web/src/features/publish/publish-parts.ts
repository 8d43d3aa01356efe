import { lazyPart } from '../../components/loading/lazy-part.js';

/** One chunk has all parts that the first view does not need. */
const load = () => import('./deferred-parts.js');

/** It is much larger than the rest. */
export const CodeEditor = lazyPart(async () => (await import('../code/code-editor.js')).CodeEditor);

/** Only some people bring files. */
export const FilesCard = lazyPart(async () => (await import('./files/files-card.js')).FilesCard);
export const LargeTextOffer = lazyPart(async () => (await import('./offers/large-text-offer.js')).LargeTextOffer);
export const FilesPreview = lazyPart(async () => (await import('./files/files-preview.js')).FilesPreview);

export const EmptyEditor = lazyPart(async () => (await load()).EmptyEditor);
export const ExampleInUrl = lazyPart(async () => (await load()).ExampleInUrl);
export const FileButton = lazyPart(async () => (await load()).FileButton);
export const FileDrop = lazyPart(async () => (await load()).FileDrop);
export const LastDraftOffer = lazyPart(async () => (await load()).LastDraftOffer);
export const PagePreview = lazyPart(async () => (await load()).PagePreview);
export const PhoneWidthOffer = lazyPart(async () => (await load()).PhoneWidthOffer);
export const PublishSettings = lazyPart(async () => (await load()).PublishSettings);
export const RefusedPage = lazyPart(async () => (await load()).RefusedPage);
export const SettingsSheet = lazyPart(async () => (await load()).SettingsSheet);
export const ViewTabs = lazyPart(async () => (await load()).ViewTabs);
