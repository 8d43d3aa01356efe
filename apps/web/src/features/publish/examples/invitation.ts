export const invitation = `<!doctype html>
<html lang="ja">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>春の食事会のご案内</title>
<style>
  body { margin: 0; background: #f6efe9; color: #3b322c; font-family: "Hiragino Mincho ProN", "Yu Mincho", "Noto Serif JP", serif; line-height: 2; }
  main { max-width: 30rem; margin: 0 auto; padding: 4rem 1.5rem; text-align: center; }
  .card { padding: 3.5rem 2rem 3rem; border: 1px solid #e3d3c5; border-radius: 4px; background: #fffdfb; }
  svg { width: 4.5rem; height: 4.5rem; }
  h1 { margin: 1rem 0 2rem; font-size: 1.6rem; font-weight: 500; letter-spacing: .18em; }
  dl { margin: 2.5rem 0; padding: 1.5rem 0; border-block: 1px solid #eadfd5; text-align: left; }
  dl div { display: flex; gap: 1.5rem; }
  dt { flex: none; width: 3em; color: #a8546c; }
  dd { margin: 0; }
  small { color: #75665b; }
  .from { margin: 0; text-align: right; }
</style>
</head>
<body>
<main>
  <div class="card">
    <svg viewBox="0 0 100 100" fill="#e9a5b8" aria-hidden="true"><g id="p"><path d="M50 50C36 38 36 20 46 10l4 6 4-6c10 10 10 28-4 40z"/></g><use href="#p" transform="rotate(72 50 50)"/><use href="#p" transform="rotate(144 50 50)"/><use href="#p" transform="rotate(216 50 50)"/><use href="#p" transform="rotate(288 50 50)"/><circle cx="50" cy="50" r="6" fill="#c25b78"/></svg>
    <h1>春の食事会のご案内</h1>
    <p>桜のたよりが届く季節となりました。<br>日ごろの感謝をこめて、<br>ささやかな席をご用意しました。</p>
    <dl>
      <div><dt>日時</dt><dd>4月5日（日）12時から</dd></div>
      <div><dt>場所</dt><dd>小料理 さくら庵<br><small>桜町駅 南口から歩いて3分</small></dd></div>
      <div><dt>会費</dt><dd>4,000円（当日お持ちください）</dd></div>
      <div><dt>返信</dt><dd>3月28日（土）までにお願いします</dd></div>
    </dl>
    <p>お会いできるのを楽しみにしています。</p>
    <p class="from">幹事&emsp;高橋</p>
  </div>
</main>
</body>
</html>
`;
