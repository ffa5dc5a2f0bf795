// What is known of the elements of the shop's staff, by criterion: tables, forms and details, tabs, and a chart.
import { ADDED_BY_WCAG_22, CRITERIA, type Criterion, type Evidence } from './criteria.js';

type Known = Pick<Criterion, 'result' | 'remark' | 'gap' | 'tests'>;

const elements = (name: string, ...titles: readonly string[]): readonly Evidence[] =>
  titles.map((title) => ({ file: `test/elements/${name}.test.ts`, title }));

const sound = (title: string): Evidence => ({ file: 'test/elements/merchant-support.ts', title });

/** Where axe-core runs outside the gallery, with all its default rules. */
const AXE: readonly Evidence[] = [
  sound('is accessible in ${theme}, ${dir}'),
  ...elements(
    'merchant-access.slow.engines',
    'is accessible, fits, and has targets of 24 px: ${name}',
    'is accessible with its faults, each of which belongs to its field',
  ),
  ...elements('merchant-payments.slow', 'are accessible at ${width} px'),
];
const FORMS = elements(
  'merchant-access.slow.engines',
  'opens by the keyboard with the focus in it, and Escape returns to its button: ${name}',
);
const FIELDS = elements(
  'merchant-access.slow.engines',
  'is filled in by the keyboard alone, in the order of its fields',
);
const FAULTS = elements(
  'merchant-access.slow.engines',
  'is accessible with its faults, each of which belongs to its field',
);
const TABS = elements(
  'merchant-whole.slow',
  'moves between the tabs with the arrow keys, in the direction of reading',
);
const DETAILS = elements(
  'merchant-payments.slow',
  'open from the row, take the focus, and give it back on Escape',
  'moves between rows with the arrow keys',
);
const TABLES = elements(
  'merchant-tables.slow.engines',
  'stays a table with a name, and a column for each cell: ${tag}',
);
const CHART = elements('merchant-figures.slow', 'shows counts and sums by status, with silent bars');
const CONTRAST: Evidence = {
  file: 'test/repository/contrast.test.ts',
  title: 'passes every theme of ours, light and dark',
};

const NO_SCREEN_READER = 'No person has used a screen reader.';

const KNOWN: Readonly<Record<string, Known>> = {
  '1.1.1': {
    result: 'inPart',
    remark:
      'The bars of the chart are hidden from assistive technology: count, sum and share are text in the same row. axe-core checks that controls have names.',
    gap: 'Whether the names of icons serve the same purpose.',
    tests: [...CHART, ...AXE],
  },
  '1.3.1': {
    result: 'inPart',
    remark:
      'Tests check in the page that every table keeps its name, rows, cells and column headers where it looks like cards, that each tab belongs to its panel, and each message of the proposal to its field. axe-core checks the markup.',
    gap: NO_SCREEN_READER,
    tests: [
      ...TABLES,
      ...elements('merchant-whole.slow', 'links every tab with its panel, of which one is shown'),
      ...AXE,
    ],
  },
  '1.3.2': { result: 'notEvaluated', remark: 'No test reads the accessibility tree, and no person has.' },
  '1.3.4': {
    result: 'notEvaluated',
    remark: 'No style depends on the orientation. Nobody has turned a device.',
  },
  '1.3.5': { result: 'notApplicable', remark: 'No field is about the person who fills it in.' },
  '1.4.1': {
    result: 'inPart',
    remark: 'A test checks that the chosen tab differs by more than its color. Each bar has its text.',
    gap: 'No person has looked at the states without color.',
    tests: [
      ...elements('merchant-access.slow.engines', 'mark the chosen tab by more than its color'),
      ...CHART,
    ],
  },
  '1.4.3': {
    result: 'inPart',
    remark:
      'axe-core measures it in every state, in light and in dark. A test computes the contrast of the roles for text and background, which these elements use too.',
    gap: 'Text that axe-core cannot measure.',
    tests: [CONTRAST, ...AXE],
  },
  '1.4.4': {
    result: 'inPart',
    remark:
      'Tests open tables, forms and chart at 320 px, which is 400 % zoom, and the lists in every language.',
    gap: 'Text enlarged without zoom, as some browsers and phones do.',
    tests: [
      sound('fits into ${width} px'),
      ...elements('merchant-languages.slow', 'are whole: ${name} (${lang})'),
    ],
  },
  '1.4.5': {
    result: 'notEvaluated',
    remark: 'The elements load no pictures. No person has reviewed the drawn icons.',
  },
  '1.4.10': {
    result: 'tested',
    remark:
      'Tests open tables, forms and chart at 320 px: nothing is wider than the page, and no text is cut.',
    tests: [
      sound('fits into ${width} px'),
      ...elements('merchant-access.slow.engines', 'is accessible, fits, and has targets of 24 px: ${name}'),
      ...elements('merchant-languages.slow', 'are whole: ${name} (${lang})'),
    ],
  },
  '1.4.11': {
    result: 'inPart',
    remark:
      'A test computes the contrast of fields, focus rings and the accent. Another checks in Chromium that forced colors keep the bars of the chart.',
    gap: 'Each bar and icon against its background, and forced colors of a person.',
    tests: [
      CONTRAST,
      ...elements('merchant-access.slow.engines', 'show the bars of the chart in a system color'),
    ],
  },
  '1.4.12': {
    result: 'inPart',
    remark: 'A test sets the spacing in every element at 320 px: no text is cut at its sides or sticks out.',
    gap: 'Text cut at its upper or lower edge, open forms and details, and other languages.',
    tests: elements(
      'merchant-tables.slow.engines',
      'cuts no text with the text spacing of WCAG 1.4.12: ${tag}',
    ),
  },
  '1.4.13': {
    result: 'notApplicable',
    remark:
      'Forms and details open on a press, not on hover or focus. The full text behind a shortened one is a `title`, which the browser shows.',
  },
  '2.1.1': {
    result: 'inPart',
    remark:
      'Tests press keys: in the tabs, between the rows of the payments, to open and leave each form, and through the proposal of a payout.',
    gap: 'Filters, pages and exports by the keyboard alone.',
    tests: [...TABS, ...DETAILS, ...FORMS, ...FIELDS],
  },
  '2.1.2': {
    result: 'inPart',
    remark: 'Escape leaves each form and the details.',
    gap: 'Every state with every browser.',
    tests: [...FORMS, ...DETAILS],
  },
  '2.2.1': {
    result: 'inPart',
    remark:
      'The elements replace the session before it ends. A note that was typed stays if the decision fails.',
    gap: 'The time for which a person stays signed in is up to the shop.',
    tests: [
      {
        file: 'test/merchant/client.test.ts',
        title: 'replaces a session a minute before it ends, once for requests at the same time',
      },
      ...elements(
        'merchant-attention.slow',
        'returns to the button on Escape, and keeps a note when the decision fails',
      ),
    ],
  },
  '2.2.2': {
    result: 'partlyMet',
    remark: 'Lists show a change when it happens. A test checks that the page says what is new.',
    gap: 'The elements have no control that stops the updates, or the skeletons, which pulse while a list loads. Nobody has evaluated whether the updates are essential.',
    tests: elements('merchant-attention.slow', 'reads its list again at a change, and announces what is new'),
  },
  '2.4.1': { result: 'page', remark: 'Each element is a panel with a heading.' },
  '2.4.2': { result: 'page', remark: 'Give your page a title. Nobody has evaluated the title of the desk.' },
  '2.4.3': {
    result: 'inPart',
    remark:
      'Tests check where the focus goes when forms and details open and close, and the order of the proposal.',
    gap: 'The order of the Tab key through lists, filters and details.',
    tests: [...FORMS, ...FIELDS, ...DETAILS],
  },
  '2.4.4': {
    result: 'inPart',
    remark: 'axe-core checks that every link has a name.',
    gap: 'Whether the names tell the purpose: those of transactions are their shortened ids.',
    tests: AXE,
  },
  '2.4.5': { result: 'page', remark: 'The elements are not a set of pages.' },
  '2.4.6': {
    result: 'inPart',
    remark: 'axe-core checks that fields and headings have text.',
    gap: 'Whether the texts describe topic or purpose, in 30 languages.',
    tests: AXE,
  },
  '2.4.7': {
    result: 'inPart',
    remark: 'A test computes the contrast of the focus ring, which these elements use too.',
    gap: 'No test looks at the ring of any control of the staff.',
    tests: [CONTRAST],
  },
  '2.5.2': { result: 'notEvaluated', remark: 'Controls act on the click. No test checks it here.' },
  '2.5.3': {
    result: 'notEvaluated',
    remark: 'No test compares names with texts, and nobody used speech control.',
  },
  '3.1.1': { result: 'page', remark: 'Give your page a `lang`.' },
  '3.1.2': { result: 'notEvaluated', remark: 'No test checks it for the elements of the staff.' },
  '3.2.1': {
    result: 'inPart',
    remark: 'A test moves the focus through the proposal of a payout, which stays as it is.',
    gap: 'The other states.',
    tests: FIELDS,
  },
  '3.2.2': {
    result: 'inPart',
    remark: 'A filter or a search changes only the list.',
    gap: 'Nobody has evaluated whether each change can be expected.',
    tests: elements(
      'merchant-payments.slow',
      'filters by state, coin and period, and says when nothing matches',
      'searches when a person stops typing',
    ),
  },
  '3.3.1': {
    result: 'inPart',
    remark:
      'A wrong amount or address of a payout is named in text that belongs to its field. A missing note is named too.',
    gap: NO_SCREEN_READER,
    tests: [...FAULTS, ...elements('merchant-attention.slow', 'dismisses with a note only')],
  },
  '3.3.2': {
    result: 'inPart',
    remark: 'axe-core checks that every field has a label. A test reads those of the proposal.',
    gap: 'Whether the instructions are enough.',
    tests: [...FIELDS, ...AXE],
  },
  '3.3.3': {
    result: 'inPart',
    remark:
      'The proposal of a payout names the networks of a wrong address, and the amount that is available.',
    gap: 'Whether the suggestions help.',
    tests: elements('merchant-payouts.slow', 'proposes what a person has typed, once it can be paid'),
  },
  '3.3.4': {
    result: 'inPart',
    remark:
      'Accepting, canceling and approving ask first. The approval shows amount and address again. Another person approves a payout.',
    gap: 'A payout that is sent cannot be reversed.',
    tests: [
      ...elements('merchant-attention.slow', 'accepts as paid after it has asked, and says so'),
      ...elements('merchant-payments.slow', 'cancel after one question that says what the payer will see'),
      ...elements(
        'merchant-payouts.slow',
        'shows all of a payout again before a second person approves it',
        'does not let a person approve their own proposal',
      ),
    ],
  },
  '4.1.2': {
    result: 'inPart',
    remark:
      'axe-core checks names, roles and states in every state. Tests check the roles of tables and tabs.',
    gap: NO_SCREEN_READER,
    tests: [
      ...TABLES,
      ...elements('merchant-whole.slow', 'links every tab with its panel, of which one is shown'),
      ...AXE,
    ],
  },
  '4.1.3': {
    result: 'inPart',
    remark:
      'A live region says what a decision did, what is new in attention and payouts, and what a search, a filter or another period shows.',
    gap: NO_SCREEN_READER,
    tests: [
      ...elements(
        'merchant-attention.slow',
        'reads its list again at a change, and announces what is new',
        'accepts as paid after it has asked, and says so',
      ),
      ...elements('merchant-payments.slow', 'announces what a search, a filter or another page shows'),
      ...elements('merchant-figures.slow', 'shows another period, or dates of one’s choice'),
      ...elements('merchant-payouts.slow', 'shows and announces a change at once'),
    ],
  },
  '2.4.11': { result: 'notEvaluated', remark: 'No test checks it for the elements of the staff.' },
  '2.5.8': {
    result: 'tested',
    remark: 'Tests measure every button and field of the lists, and of each form at 320 px: 24 px or more.',
    tests: [
      sound('has no style attribute, no inline handler, and no target below 24 px'),
      ...elements('merchant-access.slow.engines', 'is accessible, fits, and has targets of 24 px: ${name}'),
    ],
  },
  '3.2.6': { result: 'notApplicable', remark: 'The elements have no help.' },
  '3.3.7': { result: 'notEvaluated', remark: 'Nobody has evaluated which entries are asked for again.' },
  '3.3.8': { result: 'page', remark: 'Your page signs the staff in. The desk opens by its link.' },
};

/** What holds for every element of the package. */
const SHARED = ['notApplicable', 'page', 'notEvaluated'];

function known({ number, result, remark }: Criterion): Known {
  const own = KNOWN[number];
  if (own) return own;
  if (SHARED.includes(result)) return { result, remark };
  throw new Error(`staff-criteria.ts says nothing of ${number}`);
}

export const STAFF_CRITERIA: readonly Criterion[] = [...CRITERIA, ...ADDED_BY_WCAG_22].map((criterion) => {
  const { number, title, level } = criterion;
  return { number, title, level, ...known(criterion) };
});
