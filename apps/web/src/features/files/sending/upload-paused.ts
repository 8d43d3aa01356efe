/** The person paused sending the files, so a form that waited for it shows no refusal. */
export const UPLOAD_PAUSED = 'UPLOAD_PAUSED';
