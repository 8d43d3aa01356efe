export const profile = `<!doctype html>
<html lang="ja">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>山田はるか｜イラストレーター</title>
<style>
  * { box-sizing: border-box; }
  body { margin: 0; background: #fdf8ef; color: #2f2a26; font-family: "Hiragino Sans", "Noto Sans JP", sans-serif; line-height: 1.9; }
  main { max-width: 40rem; margin: 0 auto; padding: 4rem 1.5rem; }
  .top { display: flex; flex-wrap: wrap; align-items: center; gap: 1.5rem 2rem; }
  .face { flex: none; width: 7.5rem; height: 7.5rem; border-radius: 50%; background: #ffd9a8; }
  h1 { margin: 0; font-size: 1.9rem; line-height: 1.4; }
  .work { margin: 0; color: #7a5b3a; }
  h2 { margin: 3rem 0 .75rem; font-size: 1.05rem; letter-spacing: .08em; color: #c0562f; }
  ul { margin: 0; padding: 0; list-style: none; }
  .likes { display: flex; flex-wrap: wrap; gap: .5rem; }
  .likes li { padding: .2rem 1rem; border-radius: 99px; background: #f6e6cc; font-size: .9375rem; }
  .years li { display: flex; gap: 1.5rem; padding: .6rem 0; border-bottom: 1px dashed #e5d5bb; }
  .years b { flex: none; width: 3.5rem; color: #c0562f; }
  .mail { display: inline-block; margin-top: 2.5rem; padding: .8rem 2rem; border-radius: 99px; background: #b34a24; color: #fff; font-weight: 700; text-decoration: none; }
</style>
</head>
<body>
<main>
  <div class="top">
    <svg class="face" viewBox="0 0 120 120" aria-hidden="true"><path d="M24 66c0-30 16-46 36-46s36 16 36 46v20H24z" fill="#5a3b2a"/><circle cx="60" cy="66" r="27" fill="#ffeedd"/><path d="M33 60c8-2 18-8 22-16 6 8 20 14 32 15-3-18-13-28-27-28S35 42 33 60z" fill="#5a3b2a"/><g fill="#3b2a20"><circle cx="50" cy="68" r="3"/><circle cx="70" cy="68" r="3"/></g><path d="M52 79q8 7 16 0" fill="none" stroke="#c0562f" stroke-width="3" stroke-linecap="round"/><path d="M22 120c4-20 20-27 38-27s34 7 38 27z" fill="#c0562f"/></svg>
    <div>
      <h1>山田はるか</h1>
      <p class="work">イラストレーター・絵本作家</p>
    </div>
  </div>
  <p>はじめまして。海の近くの町で、動物と食べものの絵を描いています。本の挿絵、お店のメニュー、贈りものの似顔絵など、どうぞ気軽にご相談ください。</p>
  <h2>好きなもの</h2>
  <ul class="likes"><li>朝のパン屋</li><li>水彩絵の具</li><li>柴犬</li><li>銭湯</li><li>古い喫茶店</li></ul>
  <h2>これまで</h2>
  <ul class="years">
    <li><b>2026</b><span>個展「いちにちのおわり」桜町ギャラリー</span></li>
    <li><b>2024</b><span>絵本『ねこのパンやさん』出版</span></li>
    <li><b>2021</b><span>デザイン会社を離れて独立</span></li>
  </ul>
  <a class="mail" href="mailto:haruka@example.com">お仕事の相談</a>
</main>
</body>
</html>
`;
