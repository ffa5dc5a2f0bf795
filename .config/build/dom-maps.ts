// Writes the DOM's maps of tags and events as sources, from the manifest.
import { writeOrCheck } from '../generated.mjs';
import { folderOf, isOfStaff, manifestOf } from './manifest.js';

const { modules } = await manifestOf();
const elements = modules.flatMap(({ declarations }) => declarations);

interface Maps {
  readonly ofStaff: boolean;
  /** The name of the map of events. */
  readonly map: string;
  /** The module of the events' classes. */
  readonly events: string;
}

/** Elements of one event name may dispatch different classes of it. */
function eventsOf(declarations: typeof elements): ReadonlyMap<string, readonly string[]> {
  const classes = new Map<string, readonly string[]>();
  for (const { name, type } of declarations.flatMap(({ events }) => events))
    if (name.startsWith('crypto-'))
      classes.set(name, [...new Set([...(classes.get(name) ?? []), type.text])]);
  return classes;
}

function mapsOf({ ofStaff, map, events }: Maps): string {
  const declarations = elements.filter(({ tagName }) => isOfStaff(tagName) === ofStaff);
  const classes = eventsOf(declarations);
  return `
import type { ${[...new Set([...classes.values()].flat())].join(', ')} } from '../${events}.js';
${declarations.map(({ name, tagName }) => `import type { ${name} } from '../${folderOf(tagName)}/${tagName}.js';`).join('\n')}

/** The events by their names. */
export interface ${map} {
${[...classes].map(([name, types]) => `'${name}': ${types.join(' | ')};`).join('\n')}
}

declare global {
  interface HTMLElementTagNameMap {
${declarations.map(({ name, tagName }) => `'${tagName}': ${name};`).join('\n')}
  }
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- the DOM's own maps are extended this way
  interface HTMLElementEventMap extends ${map} {}
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- events bubble to the document and the window
  interface GlobalEventHandlersEventMap extends ${map} {}
}
`;
}

await writeOrCheck('.config/build/dom-maps.ts', 'src/dom', {
  'elements.ts': mapsOf({ ofStaff: false, map: 'CryptoEventMap', events: 'events/events' }),
  'merchant-elements.ts': mapsOf({
    ofStaff: true,
    map: 'CryptoMerchantEventMap',
    events: 'merchant/parts/events',
  }),
});
