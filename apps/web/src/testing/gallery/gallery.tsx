import '../../styles/tokens.css';
import '../../styles/base.css';
import { type ReactNode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { createAppStore } from '../../app/store.js';
import { Badge } from '../../components/badge.js';
import { Button, ButtonLink, IconButton, LinkButton } from '../../components/buttons/button.js';
import { CheckIcon, CloseIcon, PlusIcon } from '../../components/icons/icons.js';
import { RadioChoice } from '../../components/inputs/choices.js';
import { SelectInput, TextArea, TextInput } from '../../components/inputs/text-input.js';
import { Row, RowCode, RowDetails, RowList, RowName } from '../../components/list/row-list.js';
import { MessageScreen } from '../../components/message-screen.js';
import { MenuItems } from '../../components/menu/menu-items.js';
import { LoadFailure } from '../../components/notices/load-failure.js';
import { DoneNotice, ErrorNotice } from '../../components/notices/notice.js';
import { SecretLink } from '../../components/sharing/copy-line.js';
import { Tabs } from '../../components/tabs/tabs.js';
import { ActionButton, type Action } from '../../forms/action.js';
import { CodeInput, EmailInput, PasswordInput } from '../../forms/fields.js';

const variants = ['primary', 'secondary', 'danger', 'ghost'] as const;
const sizes = ['sm', 'md', 'lg'] as const;
const tones = [undefined, 'good', 'soon', 'bad'] as const;
const ignore = () => undefined;
const idle: Action = { working: false, done: false, run: ignore };
const refused: Action = { ...idle, refusal: { title: '作成できませんでした', text: '理由です。', code: 'X' } };
const failure = { success: false, error: '', code: 'NETWORK_ERROR' } as const;

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="stack-12">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function Buttons() {
  return (
    <Part title="ボタン">
      {variants.map((variant) => (
        <div className="wrap-8" key={variant}>
          {sizes.map((size) => (
            <Button key={size} size={size} variant={variant}>
              {`${variant} ${size}`}
            </Button>
          ))}
          <Button iconLeft={<PlusIcon />} variant={variant}>
            絵つき
          </Button>
          <Button disabled variant={variant}>
            使えない
          </Button>
          <Button aria-label={`${variant} 処理中`} loading variant={variant}>
            処理中
          </Button>
        </div>
      ))}
      <div className="wrap-8">
        <Button aria-pressed>押した状態</Button>
        <ButtonLink href="#a">リンク</ButtonLink>
        <LinkButton>リンクに見えるボタン</LinkButton>
        <IconButton icon={<CloseIcon />} label="閉じる" />
      </div>
      <ActionButton action={idle} question="本当に作り直しますか？">
        作り直す
      </ActionButton>
      <ActionButton action={refused}>作る</ActionButton>
    </Part>
  );
}

function Inputs() {
  const [chosen, choose] = useState<'a' | 'b'>('a');
  return (
    <Part title="入力欄">
      <TextInput defaultValue="入力した文字" hint="説明です" label="文字" />
      <TextInput defaultValue="a b" error="英数字だけを使えます" label="誤りのある文字" prefix="/share/" />
      <EmailInput />
      <PasswordInput autoComplete="new-password" hint="6文字以上" />
      <CodeInput />
      <SelectInput chosen={chosen} label="選択" onChoose={choose} options={{ a: 'はじめ', b: 'つぎ' }} />
      <TextArea label="文章" max={5} readOnly value="長すぎる文章です。" />
      <RadioChoice defaultChecked detail="説明です" label="選んだもの" name="radio" />
      <RadioChoice detail="説明です" label="選んでいないもの" name="radio" />
      <label className="check">
        <input defaultChecked type="checkbox" />
        選択欄
      </label>
    </Part>
  );
}

function Messages() {
  return (
    <Part title="お知らせ">
      <ErrorNotice title="読み込めませんでした">接続を確認してください。</ErrorNotice>
      <DoneNotice>保存しました</DoneNotice>
      <LoadFailure error={failure} onRetry={ignore} title="ページを読み込めませんでした" />
      <div className="wrap-8">
        {tones.map((tone) => (
          <Badge key={tone ?? 'none'} tone={tone}>
            {tone ?? 'なし'}
          </Badge>
        ))}
      </div>
      <MessageScreen title="この画面を表示できません">
        <p>ログインしてください。</p>
        <Button variant="primary">ログイン</Button>
      </MessageScreen>
    </Part>
  );
}

function Lists() {
  const [tab, choose] = useState<'one' | 'two'>('one');
  const tabs = [{ name: 'one', title: '一つ目' } as const, { name: 'two', title: '二つ目' } as const];
  return (
    <Part title="一覧">
      <Tabs chosen={tab} label="見本" onChoose={choose} tabs={tabs}>
        <RowList aria-label="行">
          <Row actions={<Button size="sm">操作</Button>}>
            <RowName>
              行の名前 <Badge tone="good">公開中</Badge>
            </RowName>
            <RowCode>/share/my-page</RowCode>
            <RowDetails>2026年11月21日 14:05</RowDetails>
          </Row>
        </RowList>
      </Tabs>
      <dl className="facts">
        <dt>種類</dt>
        <dd>フィッシング</dd>
      </dl>
      <MenuItems
        groups={[
          [{ label: '選んだもの', icon: <CheckIcon />, pressed: true, onSelect: ignore }],
          [{ label: '削除', danger: true, onSelect: ignore }],
        ]}
        onChosen={ignore}
      />
      <SecretLink name="秘密のリンク" url="https://haru.example/manage#secret">
        <Button>ファイルに保存</Button>
      </SecretLink>
    </Part>
  );
}

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <Provider store={createAppStore().store}>
      <main className="stack-16" style={{ padding: 24 }}>
        <h1>部品の見本</h1>
        <Buttons />
        <Inputs />
        <Messages />
        <Lists />
      </main>
    </Provider>,
  );
