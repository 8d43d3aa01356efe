export { PublishSettings, SettingsSheet } from './bar/publish-settings.js';
export { ExampleInUrl } from './examples/examples.js';
export { LastDraftOffer, PhoneWidthOffer } from './offers/text-offers.js';
export { RefusedPage } from '../site/refused/refused-page.js';
export { PagePreview } from './preview/page-preview.js';
