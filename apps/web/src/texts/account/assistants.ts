export const assistantTexts = {
  heading: 'AIアシスタントから使う',
  lead: 'URLを開いてコマンドを実行できるAIアシスタントなら、ページの公開や変更を頼めます。',
  choose: '使うアシスタント',
  names: {
    any: 'どれでも（アカウント不要）',
    account: 'どれでも（自分のアカウント）',
    claude: 'Claude Code',
    cursor: 'Cursor',
    vscode: 'VS Code',
    connector: 'ChatGPTなどのコネクター',
    curl: '使わずに、curlで公開する',
  },
  makeKey: 'APIキーを作る',
  ask: {
    name: 'はじめて公開してもらう',
    hint: 'この文をアシスタントに送ってください。アカウントなしで公開され、ページは10日間表示されます。',
    line: (guide: string) => `このURLを読んで、作ったページを公開してください: ${guide}`,
  },
  key: {
    name: 'APIキーを渡す',
    hint: 'ターミナルで実行し、同じターミナルからアシスタントやコマンドを起動してください。キーが環境変数HARU_KEYに入り、そこから読み取られます。haru_…は、作ったAPIキーに置き換えてください。',
  },
  account: {
    name: '自分のアカウントで公開してもらう',
    hint: 'APIキーを渡してから、この文を送ってください。ページはマイページに並びます。',
    line: (guide: string) =>
      `このURLを読んで、環境変数HARU_KEYのAPIキーを使って、作ったページを公開してください: ${guide}`,
  },
  claude: {
    name: 'Claude Codeに追加する',
    hint: 'ターミナルで実行してください。haru_…は、作ったAPIキーに置き換えてください。',
  },
  cursor: {
    name: 'Cursorに追加する',
    hint: '~/.cursor/mcp.jsonに書いてください。haru_…は、作ったAPIキーに置き換えてください。',
  },
  vscode: {
    name: 'VS Codeに追加する',
    hint: '.vscode/mcp.jsonに書いてください。haru_…は、作ったAPIキーに置き換えてください。',
  },
  connector: {
    name: 'ChatGPTなどのコネクターに追加する',
    hint: 'このURLをMCPサーバーとして、認証なしで追加してください。アカウントなしで公開され、ページは10日間表示されます。',
  },
  curl: {
    name: 'curlで公開する',
    hint: 'page.htmlを公開し、URLを表示します。',
  },
  update: {
    heading: '公開したページを直してもらう',
    text: '公開後の画面、編集画面、マイページの［…］で「AIに更新させる」\u2060を押すと、そのページだけを変更できるURLを含む文がコピーされます。',
  },
} as const;
