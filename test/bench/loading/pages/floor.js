// The floor: rows by hand, from one JSON.
import { press } from './floor-press.js';

const list = document.createElement('ul');
const response = await fetch('/floor/coins.json');
for (const { name, code } of await response.json()) {
  const row = document.createElement('li');
  row.role = 'option';
  const words = document.createElement('span');
  words.className = 'name';
  words.textContent = name;
  row.append(words, ` ${code}`);
  list.append(row);
}
press(list);
document.querySelector('main').append(list);
