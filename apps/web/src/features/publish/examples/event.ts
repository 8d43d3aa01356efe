export const event = `<!doctype html>
<html lang="ja">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>港町ナイトマーケット 2026</title>
<style>
  * { box-sizing: border-box; }
  body { margin: 0; background: #10203a; color: #f3f0e6; font-family: "Hiragino Sans", "Noto Sans JP", sans-serif; line-height: 1.8; }
  header { padding: 6.5rem 1.5rem 4rem; background: radial-gradient(circle at 88% 3.2rem, #ffd98a 0 1.7rem, transparent 1.8rem), linear-gradient(#10203a, #27476f 70%, #e98a5b); text-align: center; }
  h1 { margin: .5rem 0; font-size: clamp(2rem, 8vw, 3.6rem); line-height: 1.25; letter-spacing: .04em; }
  .when { display: inline-block; margin: 0; padding: .4rem 1.4rem; border: 1px solid #ffe3b0; border-radius: 99px; }
  main { max-width: 44rem; margin: 0 auto; padding: 2.5rem 1.5rem 4rem; }
  h2 { margin: 2.5rem 0 1rem; font-size: 1.2rem; color: #ffcf7d; }
  .shops { display: grid; grid-template-columns: repeat(auto-fit, minmax(11rem, 1fr)); gap: .75rem; margin: 0; padding: 0; list-style: none; }
  .shops li { padding: 1rem 1.2rem; border-radius: 12px; background: #1d3355; }
  .shops b { display: block; }
  .shops span { color: #c4d0e3; font-size: .875rem; }
  table { width: 100%; border-collapse: collapse; }
  th, td { padding: .7rem 0; border-bottom: 1px solid #2d4670; text-align: left; }
  th { width: 6rem; color: #ffcf7d; font-weight: 500; }
</style>
</head>
<body>
<header>
  <p class="when">8月8日（土） 17:00〜21:00</p>
  <h1>港町<br>ナイトマーケット</h1>
  <p>海風と灯りのなかで、食べて、聴いて、ひと休み。</p>
</header>
<main>
  <h2>お店</h2>
  <ul class="shops">
    <li><b>港のコロッケ</b><span>揚げたて・地元の牛</span></li>
    <li><b>檸檬ソーダ</b><span>島の無農薬れもん</span></li>
    <li><b>ガラスの風鈴</b><span>その場で絵付け</span></li>
    <li><b>古本 みなと文庫</b><span>一冊100円から</span></li>
  </ul>
  <h2>ステージ</h2>
  <table>
    <tr><th>17:30</th><td>桜町小学校 吹奏楽部</td></tr>
    <tr><th>18:30</th><td>ギターと歌&emsp;みなみ</td></tr>
    <tr><th>20:00</th><td>みんなで踊る港おどり</td></tr>
  </table>
  <h2>会場と行き方</h2>
  <p>みなと公園 芝生広場（入場無料）。港町駅から歩いて5分です。駐車場はありませんので、電車でお越しください。雨のときは翌日に延期します。</p>
</main>
</body>
</html>
`;
