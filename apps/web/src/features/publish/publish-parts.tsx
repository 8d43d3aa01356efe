import { lazyPart, Loading, optionalPart, requiredPart } from '../../components/loading/loaded-part.js';

/** One chunk has all parts that the first view does not need. */
const load = () => import('./deferred-parts.js');

export const CodeEditor = lazyPart(() => import('../code/code-editor.js'), 'CodeEditor');

export const FilesCard = requiredPart(() => import('./files/files-card.js'), 'FilesCard', <Loading />);
export const LargeTextOffer = optionalPart(() => import('./offers/large-text-offer.js'), 'LargeTextOffer');
export const FilesPreview = requiredPart(() => import('./files/files-preview.js'), 'FilesPreview', <Loading />);

export const ExampleInUrl = optionalPart(load, 'ExampleInUrl');
export const LastDraftOffer = optionalPart(load, 'LastDraftOffer');
export const PagePreview = requiredPart(load, 'PagePreview', <Loading />);
export const PhoneWidthOffer = optionalPart(load, 'PhoneWidthOffer');
export const PublishSettings = requiredPart(load, 'PublishSettings');
export const RefusedPage = requiredPart(load, 'RefusedPage');
export const SettingsSheet = requiredPart(load, 'SettingsSheet');
