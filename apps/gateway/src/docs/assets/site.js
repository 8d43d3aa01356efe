/** The pages can be read without this. It adds the search, the buttons to copy, and marks the part that is read. */
const texts = JSON.parse(document.body.dataset.texts);
const language = document.documentElement.lang;

for (const block of document.querySelectorAll('.code')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = texts.copy;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(block.querySelector('code').textContent);
    button.textContent = texts.copied;
    button.classList.add('done');
    setTimeout(() => {
      button.textContent = texts.copy;
      button.classList.remove('done');
    }, 2_000);
  });
  // Without TLS browsers have no clipboard.
  if (navigator.clipboard) block.querySelector('p').append(button);
}

// The headings have the same names in both languages.
for (const link of document.querySelectorAll('[data-keeps-place]')) {
  link.addEventListener('click', () => (link.hash = location.hash));
}

const links = new Map([...document.querySelectorAll('.contents a')].map((link) => [link.hash.slice(1), link]));
const watch = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      for (const [id, link] of links) link.classList.toggle('here', id === target.id);
    }
  },
  { rootMargin: '-80px 0px -70%' },
);
for (const id of links.keys()) watch.observe(document.getElementById(id));

const area = document.querySelector('search');
const input = document.querySelector('#search');
const found = document.querySelector('#found');
const status = found.querySelector('p');
const list = found.querySelector('ul');
const MAX_RESULTS = 20;
let index;
area.hidden = false;

/** A title counts more than a text, and its beginning most. Every word must be somewhere. */
function scoreOf([, , title, text], words) {
  const [inTitle, inText] = [title.toLowerCase(), text.toLowerCase()];
  const scores = words.map((word) => {
    if (inTitle === word) return 8;
    if (inTitle.startsWith(word)) return 4;
    if (inTitle.includes(word)) return 3;
    return inText.includes(word) ? 1 : 0;
  });
  return scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, 0);
}

/** Adds the text with the word marked. */
function mark(element, text, word) {
  const at = text.toLowerCase().indexOf(word);
  if (at < 0) return element.append(text);
  const marked = document.createElement('mark');
  marked.textContent = text.slice(at, at + word.length);
  element.append(text.slice(0, at), marked, text.slice(at + word.length));
}

function resultOf([page, id, title, text], [word]) {
  const link = document.createElement('a');
  link.href = `/docs/${language}/${page}${id ? `#${id}` : ''}`;
  mark(link, title, word);
  const excerpt = document.createElement('small');
  const at = Math.max(0, text.toLowerCase().indexOf(word) - 20);
  mark(excerpt, text.slice(at, at + 120), word);
  link.append(excerpt);
  const item = document.createElement('li');
  item.append(link);
  return item;
}

async function search() {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  found.hidden = words.length === 0;
  if (found.hidden) return;
  try {
    index ??= await (await fetch(`/docs/${language}/search.json`)).json();
  } catch {
    status.textContent = texts.failed;
    return;
  }
  const rows = index
    .map((row) => ({ row, score: scoreOf(row, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score);
  status.textContent = rows.length === 0 ? texts.none : texts.found.replace('{count}', rows.length);
  list.replaceChildren(...rows.slice(0, MAX_RESULTS).map(({ row }) => resultOf(row, words)));
}

input.addEventListener('input', search);
input.addEventListener('focus', search);
document.addEventListener('click', ({ target }) => {
  if (!area.contains(target) || target.closest('#found a')) found.hidden = true;
});
area.addEventListener('focusout', ({ relatedTarget }) => {
  if (relatedTarget && !area.contains(relatedTarget)) found.hidden = true;
});
document.addEventListener('keydown', (event) => {
  const { key, target } = event;
  if (key === '/' && target !== input && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    input.focus();
  } else if (area.contains(target) && key === 'Escape') {
    input.value = '';
    input.focus();
    found.hidden = true;
  } else if (area.contains(target) && (key === 'ArrowDown' || key === 'ArrowUp')) {
    event.preventDefault();
    const stops = [input, ...list.querySelectorAll('a')];
    const step = key === 'ArrowDown' ? 1 : -1;
    stops[Math.min(Math.max(stops.indexOf(target) + step, 0), stops.length - 1)].focus();
  } else if (target === input && key === 'Enter') {
    list.querySelector('a')?.click();
  }
});
