// Some packages name their license without its text, which the license requires.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../bootstrap.mjs';

const mit = (author: string) => `Copyright (c) ${author}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
`;

/** Packages without the text of their license, and the one of the same project that has it. */
const SAME_PROJECT: Readonly<Record<string, string>> = { '@lit-labs/ssr-dom-shim': '@lit-labs/ssr' };

/** Puts the text behind each heading that has nothing after it: of the same project, or of the MIT license. */
export function addMissingLicenses(path: string): void {
  const list = readFileSync(path, 'utf8');
  const whole = list.replace(
    /^## (\S+) - \S+ \((\S+)\)\n(?=\s*(?:## \S+ - |$(?![\s\S])))/gm,
    (heading, name: string, license: string) => {
      const sibling = SAME_PROJECT[name];
      if (sibling)
        return `${heading}\n${readFileSync(join(root, 'node_modules', sibling, 'LICENSE'), 'utf8')}`;
      if (license !== 'MIT') return heading;
      const { author } = JSON.parse(
        readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8'),
      ) as { readonly author?: string | { readonly name: string } };
      const who = typeof author === 'object' ? author.name : author;
      return `${heading}\n${mit(who ?? `the authors of ${name}`)}`;
    },
  );
  writeFileSync(path, whole);
}
