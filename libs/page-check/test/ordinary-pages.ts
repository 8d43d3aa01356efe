import type { Sample } from './phishing-pages.js';

/** These ordinary pages have something in common with phishing pages. None may be refused. */

const page = (title: string, body: string, head = '') =>
  `<!DOCTYPE html><html lang="ja"><head><meta charset="utf-8"><title>${title}</title>${head}</head><body>${body}</body></html>`;

const login = `<form><label>ユーザー名<input name="user"></label><label>パスワード<input type="password" name="pw"></label><button>ログイン</button></form>`;
const search = `<form action="/search"><input type="search" name="q" placeholder="検索"></form>`;
const newsletter = `<form><input type="email" placeholder="メールアドレス"><button>購読</button></form>`;
const signIns = (brand: string) =>
  `<div class="social"><button><img src="https://www.google.com/favicon.ico" alt="Google logo">Googleでログイン</button>
<button><img src="https://example.com/${brand.toLowerCase()}-logo.svg" alt="${brand} logo">${brand}でログイン</button></div>`;
const cards = `<div>${['VISA', 'Mastercard', 'JCB', 'American Express'].map((brand) => `<img alt="${brand}" src="/img/${brand.toLowerCase()}.svg">`).join('')}</div>
<form><input autocomplete="cc-number" placeholder="1234 5678 9012 3456"><input autocomplete="cc-csc" placeholder="CVC"></form>`;
const prose = (brand: string) =>
  `<p>${brand}を名乗るメールが届いたら、リンクを開かずに公式アプリから確認してください。${brand}がパスワードをメールで尋ねることはありません。</p>`.repeat(
    4,
  );
const shops = ['パン屋こむぎ', '山田写真館', 'Studio Nagi', '青空食堂', 'ねこの毛布'];

/** `brand` is some brand that the page mentions; `name` is the page's own. */
const TEMPLATES: readonly ((brand: string, name: string) => string)[] = [
  (brand) =>
    page(
      `${brand}をかたるフィッシングに注意`,
      `<h1>${brand}をかたるフィッシングメールの見分け方</h1>${prose(brand)}${login}`,
    ),
  (brand, name) =>
    page(`${brand}の決算は増収 | ${name}ニュース`, `<h1>${brand}、第3四半期は増収増益</h1>${prose(brand)}${login}`),
  (brand) => page(`${brand}ファンの部屋`, `<h1>${brand}が好き</h1><img alt="${brand}" src="/a.png">${search}`),
  (brand) => page(brand, `<h1>${brand}</h1><p>応援しています。</p>${search}${newsletter}`),
  (brand, name) => page(`ログイン | ${name}`, `<div class="logo">${name}</div>${login}${signIns(brand)}`),
  (brand, name) => page(`${name} 会員登録`, `<h1>${name}</h1>${login}${signIns(brand)}<footer>© 2026 ${name}</footer>`),
  (_, name) => page(`お支払い - ${name}`, `<h1>${name}</h1>${cards}`),
  (brand, name) => page(`お支払い - ${name}`, `<h1>${name}</h1>${cards}<img alt="${brand} Pay" src="/pay.png">`),
  (brand) =>
    page(
      'HTMLでログインフォームを作る方法',
      `<h1>ログインフォームの作り方</h1><p>${brand}のような画面を作ります。</p><pre><code>&lt;input type="password"&gt;</code></pre>${login}`,
    ),
  (brand) => page(`${brand}風ログイン画面を作ってみた`, `<h1>${brand}風ログイン画面</h1>${login}`),
  (brand) => page(`${brand} Clone - practice`, `<h1>${brand} clone</h1>${login}`),
  (brand) =>
    page(
      `${brand} API Playground`,
      `<h1>${brand} API Playground</h1><input type="password" id="token" placeholder="API token">`,
    ),
  (brand) =>
    page(`${brand}`, `<h1>${brand}</h1><label>APIキー<input type="password" id="key"></label><button>実行</button>`),
  (brand) => page(`${brand} Bot ダッシュボード`, `<h1>${brand} Bot</h1>${login}`),
  (brand, name) =>
    page(
      `${name}｜Web制作ポートフォリオ`,
      `<h1>${name}</h1><h2>制作実績</h2><img alt="${brand}のサイト" src="/w.png"><h3>${brand}</h3>${login}`,
    ),
  (brand) =>
    page(
      'パスワード管理アプリ',
      `<h1>パスワード管理</h1>${[brand, 'Google', 'Amazon', 'Netflix'].map((entry) => `<div class="entry"><h3>${entry}</h3><input type="password" value="secret"></div>`).join('')}`,
    ),
  () =>
    page(
      'パスワード生成',
      '<h1>パスワード生成ツール</h1><input id="password" readonly><input type="number" value="16">',
    ),
  (brand, name) =>
    page(
      `${name}のブログ`,
      `<h1>${brand}で買ってよかったもの</h1><a href="https://www.amazon.co.jp/dp/1"><img alt="商品" src="https://m.media-amazon.com/images/I/1.jpg"></a>${login}`,
    ),
  (brand) =>
    page(
      `${brand}で買ってよかったもの10選`,
      `<h1>${brand}で買ってよかったもの</h1>${Array.from({ length: 8 }, (_, index) => `<a href="https://www.amazon.co.jp/dp/${index}"><img alt="商品${index}" src="https://m.media-amazon.com/images/I/${index}.jpg"></a>`).join('')}${login}`,
    ),
  (brand) => page(`${brand}の退会方法`, `<h1>${brand}の退会方法を解説</h1>${prose(brand)}${newsletter}`),
  (_, name) =>
    page(
      `${name} 管理画面`,
      `<h1>管理画面</h1>${login}<script>setInterval(function(){location.reload()},60000)</script>`,
    ),
  (_, name) => page(`${name}への送金`, `<h1>${name}</h1><label>暗証番号<input name="pin"></label>`),
  (brand, name) =>
    page(
      name,
      `<div class="partners">${[brand, 'Google', 'Amazon', 'DHL'].map((partner) => `<div class="logo">${partner}</div>`).join('')}</div>${login}`,
    ),
  (brand, name) =>
    page(
      `${name}の問い合わせ`,
      `<h1>${name}</h1><form action="https://formspree.io/f/x"><input type="email" name="email"><textarea name="message" placeholder="${brand}の件"></textarea></form>`,
    ),
  (_, name) =>
    page(
      `${name} ログイン`,
      `<div id="app"></div><script>document.getElementById('app').innerHTML='<form><input type="password"></form>'</script>`,
    ),
  (brand) =>
    page(
      'SNSアイコン集',
      `<h1>SNSアイコン集</h1><img class="logo" alt="${brand} logo" src="/icons/a.svg"><img class="logo" alt="LINE logo" src="/l.svg"><img class="logo" alt="Instagram logo" src="/i.svg">${login}`,
    ),
  (brand, name) =>
    page(
      `${name}｜予約`,
      `<h1>${name}</h1>${login}<p>お支払いは${brand}でも可能です。</p><a href="https://www.instagram.com/x">Instagram</a>`,
    ),
  (brand) =>
    page(
      'ログイン',
      `<h1>ログイン</h1><a href="/auth"><img src="/${brand}.svg" alt="Google"></a><a href="/auth/2"><img alt="Apple" src="/apple.svg"></a>${login}`,
    ),
  (brand) =>
    page('お支払い', `<h1>お支払い</h1><button><img alt="PayPal" src="/p.svg"></button><p>${brand}</p>${cards}`),
  (brand) =>
    page(
      `${brand} ログイン画面をHTMLとCSSで作る`,
      `<img class="logo" alt="${brand}" src="/l.svg"><h1>${brand}</h1>${login}`,
    ),
  (brand) => page(`${brand}の使用記録`, `<h1>${brand}</h1><label>閲覧用パスワード<input type="password"></label>`),
  (brand) => page(`${brand}の授業クイズ`, `<h1>${brand}</h1><label>先生の暗証番号<input></label>`),
  (brand) => page(`${brand}の株価予想`, `<h1>${brand}の株価を考察</h1>${login}<p>© 2026 投資ブログ</p>`),
];

const BRANDS = ['Amazon', '楽天', 'PayPay', 'LINE', 'Netflix', 'Apple', 'メルカリ', '三井住友カード'];

export const ordinaryPages: readonly Sample[] = TEMPLATES.flatMap((template, index) =>
  BRANDS.flatMap((brand) => shops.map((shop) => ({ name: `${index} ${brand} ${shop}`, html: template(brand, shop) }))),
);
