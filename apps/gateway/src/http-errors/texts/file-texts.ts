import type { ErrorText } from './error-text.js';

const fewer = { hint: 'Send fewer or smaller files.', ja: 'ファイルを減らすか、小さくしてください' };
const packAgain = { hint: 'Pack the archive again.', ja: 'ZIPファイルを作り直してください' };
const beginAgain = { hint: 'Begin a new upload with create-upload.', ja: 'create-uploadからやり直してください' };
const rename = { hint: 'Rename it.', ja: '名前を変更してください' };

/** These are about pages of several files and their uploads. */
export const fileTexts = {
  FILE_PATH_INVALID: { en: 'The name of a file or folder cannot be used.', ...rename },
  FILE_PATHS_EQUAL: {
    en: 'A file has the name of another file or folder. Upper and lower case and forms of characters do not count.',
    ...rename,
  },
  FILE_TOO_DEEP: {
    en: 'The folders are nested too deep.',
    hint: 'Use fewer levels of folders.',
    ja: '階層を減らしてください',
  },
  FILE_TOO_LARGE: { en: 'A file is too large.', ...fewer },
  FILE_MISMATCH: {
    en: 'The bytes of a file are not those that were declared.',
    hint: 'Declare the SHA-256 and the size of the bytes that are sent.',
    ja: '送信する内容のSHA-256と大きさを宣言してください',
  },
  PAGE_HAS_FILES: {
    en: 'The page has several files.',
    hint: 'Download them with GET /functions/v1/site-archive?id=… (details has the id), and replace them with a ZIP archive.',
    ja: 'GET /functions/v1/site-archiveでZIPファイルを取得し、ZIPファイルで置き換えてください',
  },
  FILE_TOO_SLOW: { en: 'The bytes came too slowly.', hint: 'Send them again.' },
  TOO_MANY_FILES: { en: 'There are too many files.', ...fewer },
  TREE_EMPTY: {
    en: 'There is no file that can be published.',
    hint: 'Send at least one page, such as index.html.',
    ja: 'index.htmlなどのページを含めてください',
  },
  TREE_TOO_LARGE: { en: 'The files together are too large.', ...fewer },
  TOO_MANY_UPLOADS: { en: 'Too many uploads wait to be published.', hint: 'Publish them, or wait until they end.' },
  UPLOAD_NOT_FOUND: { en: 'There is no such upload, or it has ended.', ...beginAgain },
  UPLOAD_INCOMPLETE: {
    en: 'Some files of the upload have not arrived.',
    hint: 'Send the missing files, then publish.',
    ja: '足りないファイルを送信してから公開してください',
  },
  UPLOAD_TICKET_INVALID: { en: 'The ticket of the upload is wrong or has ended.', ...beginAgain },
  ARCHIVE_TOO_LARGE: { en: 'The ZIP archive is too large.', ...fewer },
  ARCHIVE_ALREADY_SENT: { en: 'The upload has another archive already.', hint: 'Begin a new upload.' },
  ARCHIVE_INVALID: { en: 'The bytes are not a ZIP archive.', ...packAgain },
  ENTRY_COMPRESSION_UNKNOWN: {
    en: 'An entry of the archive is compressed in an unusual way.',
    hint: 'Pack the archive again with the ordinary compression (deflate).',
    ja: '通常の方式（deflate）で作り直してください',
  },
  ENTRY_DAMAGED: { en: 'An entry of the archive is damaged or has another size than it says.', ...packAgain },
  ENTRY_ENCRYPTED: {
    en: 'An entry of the archive is encrypted.',
    hint: 'Pack the archive without a password.',
    ja: 'パスワードなしで作り直してください',
  },
  ENTRY_LINK: {
    en: 'An entry of the archive is a link.',
    hint: 'Put the file itself into the archive.',
    ja: 'リンク先のファイルを含めてください',
  },
  ENTRY_NAME_UNREADABLE: {
    en: 'The encoding of a name in the archive is not known.',
    hint: 'Pack it with names in UTF-8.',
    ja: 'ファイル名をUTF-8で作り直してください',
  },
  PREVIEW_NOT_AVAILABLE: {
    en: 'Pages of several files have no preview here.',
    hint: 'Read their files with GET /functions/v1/site-file.',
  },
  FILE_NOT_FOUND: {
    en: 'There is no such file in this version.',
    hint: 'Check the path of the file.',
    ja: 'ファイルのパスを確認してください',
  },
} as const satisfies Record<string, ErrorText>;
