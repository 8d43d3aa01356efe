export const calculator = `<!doctype html>
<html lang="ja">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>割り勘かんたん計算</title>
<style>
  * { box-sizing: border-box; }
  body { display: grid; min-height: 100vh; margin: 0; padding: 1.5rem; place-items: center; background: #e8f1ee; color: #1d3a33; font-family: "Hiragino Sans", "Noto Sans JP", sans-serif; line-height: 1.7; }
  main { width: 100%; max-width: 24rem; padding: 2rem; border-radius: 20px; background: #fff; box-shadow: 0 20px 50px -24px #1d3a3366; }
  h1 { margin: 0 0 1.5rem; font-size: 1.35rem; }
  label { display: block; margin-top: 1rem; font-size: .875rem; font-weight: 600; }
  input, select { width: 100%; margin-top: .25rem; padding: .7rem .9rem; border: 1px solid #86a79d; border-radius: 10px; background: #fff; color: inherit; font: inherit; font-size: 1.125rem; }
  output { display: block; margin-top: 1.75rem; padding: 1.25rem; border-radius: 14px; background: #1f7a63; color: #fff; text-align: center; }
  output b { display: block; font-size: 2.25rem; line-height: 1.3; }
</style>
</head>
<body>
<main>
  <h1>割り勘かんたん計算</h1>
  <form>
    <label>お会計（円）<input id="total" type="number" inputmode="numeric" min="0" value="18600"></label>
    <label>人数<input id="people" type="number" inputmode="numeric" min="1" value="5"></label>
    <label>端数<select id="unit"><option value="100">100円単位で切り上げ</option><option value="10">10円単位で切り上げ</option><option value="1">1円単位で切り上げ</option></select></label>
  </form>
  <output id="result"></output>
</main>
<script>
  const valueOf = (id) => Number(document.getElementById(id).value);
  function show() {
    const total = Math.max(0, valueOf('total'));
    const people = Math.max(1, Math.floor(valueOf('people')));
    const unit = valueOf('unit');
    const each = Math.ceil(total / people / unit) * unit;
    const rest = each * people - total;
    document.getElementById('result').innerHTML =
      '1人あたり<b>' + each.toLocaleString() + '円</b>' + (rest > 0 ? rest.toLocaleString() + '円あまります' : 'ぴったりです');
  }
  document.querySelector('form').addEventListener('input', show);
  document.querySelector('form').addEventListener('submit', (event) => event.preventDefault());
  show();
</script>
</body>
</html>
`;
