export { SettingsSheet } from './bar/settings-sheet.js';
export { PublishSettings } from './bar/publish-settings.js';
export { EmptyEditor } from './editor/empty-editor.js';
export { ExampleInUrl } from './examples/examples.js';
export { FileButton, FileDrop } from '../files/inputs/file-inputs.js';
export { LastDraftOffer, PhoneWidthOffer } from './offers/text-offers.js';
export { RefusedPage } from '../site/refused/refused-page.js';
export { ViewTabs } from './view-tabs.js';
export { PagePreview } from './preview/page-preview.js';
