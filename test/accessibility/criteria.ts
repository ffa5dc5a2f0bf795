// What each criterion of WCAG asks of the elements, and what is known about it. The report in the package is written from this
// table. A result may not say more than its tests show: what no test and no person has checked is "not evaluated".

/** The results, from the best known to the least known. */
export const RESULTS = {
  tested:
    'Met as tested: automated tests check what the criterion asks of the elements, in the states that the tests open. No person has confirmed it.',
  inPart:
    'Tested in part: what automated tests check is met. The last column says what nobody has evaluated.',
  partlyMet: 'Partly met: the last column says what is not met.',
  notEvaluated: 'Not evaluated: no test and no recorded check of a person shows whether it is met.',
  notApplicable: 'Not applicable: the elements have nothing that the criterion is about.',
  page: 'Up to the page: the criterion is about the page that contains the elements.',
} as const;

export type Result = keyof typeof RESULTS;

/** A test of the repository, by its file and by its title as it is written there. */
export interface Evidence {
  readonly file: string;
  readonly title: string;
}

export interface Criterion {
  readonly number: string;
  readonly title: string;
  readonly level: 'A' | 'AA';
  readonly result: Result;
  /** What the elements do about it, or why it does not apply. */
  readonly remark: string;
  /** What is not met or not evaluated. */
  readonly gap?: string;
  /** The elements that the gap is about, if the criterion is partly met. */
  readonly elements?: readonly string[];
  readonly tests?: readonly Evidence[];
}

const elements = (name: string, ...titles: readonly string[]): readonly Evidence[] =>
  titles.map((title) => ({ file: `test/elements/${name}.test.ts`, title }));

const CONTRAST: readonly Evidence[] = [
  { file: 'test/repository/contrast.test.ts', title: 'passes every theme of ours, light and dark' },
];

/** Where axe-core runs outside the gallery, with all its default rules. */
const AXE: readonly Evidence[] = [
  ...elements('checkout.engines', 'is accessible in ${theme}'),
  ...elements('currency-picker-access.engines', 'breaks no rule of accessibility in ${scheme}, ${direction}'),
  ...elements('payment-panel.engines', 'is accessible in ${theme}'),
  ...elements('receipt', 'is accessible in ${theme}, also from right to left'),
  ...elements('deposit', 'is accessible in ${theme}, ${dir}'),
  ...elements('modal.engines', 'is accessible in ${theme}, also while it confirms closing'),
  ...elements('button.engines', 'is accessible in ${theme}: ready, open and disabled'),
  ...elements('languages', 'is accessible in Arabic while the payment is ${state}'),
  ...elements('keyboard-navigation.engines', 'breaks no rule of accessibility: ${colorScheme}'),
];

const KEYBOARD: readonly Evidence[] = [
  ...elements('keyboard-navigation.engines', 'is chosen, copied, enlarged, explained and ended'),
  ...elements(
    'currency-picker-access.engines',
    'can be used by the keyboard alone, from the button to the choice and back',
  ),
  ...elements('deposit', 'works by the keyboard alone: coin, network, address, copy, another coin, back'),
];

const TREE = elements(
  'keyboard-navigation.engines',
  'asks for a coin, reads amount, address and warnings, and announces the outcome',
);

const NO_MEDIA = 'The elements play no audio and no video.';
const NO_SCREEN_READER = 'No person has used a screen reader.';

/** WCAG 2.1, levels A and AA: clause 9 of EN 301 549 V3.2.1. */
export const CRITERIA: readonly Criterion[] = [
  {
    ...{ number: '1.1.1', title: 'Non-text Content', level: 'A', result: 'inPart' },
    remark:
      'The QR code has a text alternative, and the whole address and amount are text beside it. axe-core checks that images and controls have names.',
    gap: 'Whether the alternatives serve the same purpose.',
    tests: [...elements('payment-qr.engines', 'names its content for a screen reader'), ...AXE],
  },
  ...(
    [
      ['1.2.1', 'Audio-only and Video-only (Prerecorded)', 'A'],
      ['1.2.2', 'Captions (Prerecorded)', 'A'],
      ['1.2.3', 'Audio Description or Media Alternative (Prerecorded)', 'A'],
      ['1.2.4', 'Captions (Live)', 'AA'],
      ['1.2.5', 'Audio Description (Prerecorded)', 'AA'],
    ] as const
  ).map(([number, title, level]): Criterion => ({
    ...{ number, title, level, result: 'notApplicable', remark: NO_MEDIA },
  })),
  {
    ...{ number: '1.3.1', title: 'Info and Relationships', level: 'A', result: 'inPart' },
    remark:
      "A test reads regions, headings, lists, controls and their names from Chromium's accessibility tree. axe-core checks the markup.",
    gap: NO_SCREEN_READER,
    tests: [...TREE, ...AXE],
  },
  {
    ...{ number: '1.3.2', title: 'Meaningful Sequence', level: 'A', result: 'inPart' },
    remark:
      'A test compares the order in the accessibility tree, and the order of mixed directions in a line.',
    gap: NO_SCREEN_READER,
    tests: [
      ...TREE,
      ...elements('languages', 'reads an amount in a sentence, and a coin on its network, in their order'),
    ],
  },
  {
    ...{ number: '1.3.3', title: 'Sensory Characteristics', level: 'A', result: 'notEvaluated' },
    remark: 'No person has read the messages of all 30 languages for this.',
  },
  {
    ...{ number: '1.3.4', title: 'Orientation', level: 'AA', result: 'inPart' },
    remark:
      'No style depends on the orientation. A test shows the large QR code on tall and on wide screens.',
    gap: 'The other states on a turned device.',
    tests: elements('payment-qr-large', 'is fully visible on a screen of ${width} by ${height}'),
  },
  {
    ...{ number: '1.3.5', title: 'Identify Input Purpose', level: 'AA', result: 'inPart' },
    remark: 'The only field about the payer is the email address. It has `autocomplete="email"`.',
    gap: 'axe-core checks only that the value is valid.',
    tests: AXE,
  },
  {
    ...{ number: '1.4.1', title: 'Use of Color', level: 'A', result: 'inPart' },
    remark: 'Each payment state has its own text and icon.',
    gap: 'No person has looked at the other states without color.',
    tests: elements('receipt', 'has its own text and icon for every state, readable in ${theme}'),
  },
  { ...{ number: '1.4.2', title: 'Audio Control', level: 'A', result: 'notApplicable' }, remark: NO_MEDIA },
  {
    ...{ number: '1.4.3', title: 'Contrast (Minimum)', level: 'AA', result: 'tested' },
    remark:
      'A test computes the contrast of every pair of roles for text and background in the four themes, light and dark. axe-core measures it in every state. Colors of your own are up to you.',
    tests: [...CONTRAST, ...AXE],
  },
  {
    ...{ number: '1.4.4', title: 'Resize Text', level: 'AA', result: 'inPart' },
    remark:
      'Tests open the states at 400 % zoom and at 320 px in every language, and check that nothing is cut or sticks out.',
    gap: 'Text enlarged without zoom, as some browsers and phones do.',
    tests: [
      ...elements(
        'keyboard-navigation.engines',
        'needs no horizontal scrolling at 400 %, which is 320 by 256 px (WCAG 1.4.10)',
      ),
      ...elements('languages-fit.slow.engines', '${name} (${lang}) is fully visible in every state'),
    ],
  },
  {
    ...{ number: '1.4.5', title: 'Images of Text', level: 'AA', result: 'notEvaluated' },
    remark: 'The elements load no pictures. No person has reviewed the drawn icons of coins and networks.',
  },
  {
    ...{ number: '1.4.10', title: 'Reflow', level: 'AA', result: 'tested' },
    remark: 'Tests open the checkout, the dialog, the deposit and the picker at 320 px.',
    tests: [
      ...elements(
        'keyboard-navigation.engines',
        'needs no horizontal scrolling at 400 %, which is 320 by 256 px (WCAG 1.4.10)',
        'shows header and footer of a dialog at 400 %: only the part between them scrolls',
        'cuts no digit and has no overflow at ${width} px, with names of 200 letters',
      ),
      ...elements('deposit', 'keeps one size in every state at ${width} px, without overflow'),
      ...elements(
        'currency-picker-access.engines',
        'has no target below 44 px, and nothing wider than a 320 px screen',
      ),
      ...elements('languages-fit.slow.engines', '${name} (${lang}) is fully visible in every state'),
    ],
  },
  {
    ...{ number: '1.4.11', title: 'Non-text Contrast', level: 'AA', result: 'inPart' },
    remark:
      'A test computes the contrast of borders of fields, focus rings and the accent in the four themes. The QR code is dark on white.',
    gap: 'Each icon against its background, and states in forced colors.',
    tests: [
      ...CONTRAST,
      ...elements(
        'payment-qr.engines',
        'is dark on white on a dark page too, with a quiet zone of four modules',
      ),
    ],
  },
  {
    ...{ number: '1.4.12', title: 'Text Spacing', level: 'AA', result: 'inPart' },
    remark:
      'A test sets the spacing inside the elements, in each state of the checkout at 320 px, and checks that no text is cut at its sides or sticks out. The elements do not inherit the spacing of the page.',
    gap: 'Text cut at its upper or lower edge, and languages other than English.',
    tests: elements('text-spacing.engines', 'cuts no text: ${name}'),
  },
  {
    ...{ number: '1.4.13', title: 'Content on Hover or Focus', level: 'AA', result: 'notApplicable' },
    remark:
      'Lists, menus and the large QR code open on a press, not on hover or focus. The full text behind a shortened one is a `title`, which the browser shows.',
  },
  {
    ...{ number: '2.1.1', title: 'Keyboard', level: 'A', result: 'inPart' },
    remark: 'Tests walk a payment, the picker and a deposit by real key presses in Chromium.',
    gap: 'The rarer states by keyboard. A shop name that is too long is shown in full by the pointer only; its text is complete for assistive technology.',
    tests: KEYBOARD,
  },
  {
    ...{ number: '2.1.2', title: 'No Keyboard Trap', level: 'A', result: 'inPart' },
    remark:
      'The dialog keeps the focus inside while it is open. Escape leaves it, the help and the large QR code.',
    gap: 'Every state with every browser.',
    tests: [
      ...elements('modal.engines', 'keeps the focus inside, and returns it to where it was'),
      ...elements('modal.engines', 'closes at the second Escape'),
      ...elements('currency-picker.engines', 'opens with an arrow key, and closes when it loses the focus'),
      ...elements('payment-qr-large', 'is closed by ${way}, and the focus is back on the code'),
    ],
  },
  {
    ...{ number: '2.1.4', title: 'Character Key Shortcuts', level: 'A', result: 'notApplicable' },
    remark: 'Keys act only on the focused control. There are no shortcuts for the page.',
  },
  {
    ...{ number: '2.2.1', title: 'Timing Adjustable', level: 'A', result: 'partlyMet' },
    remark:
      'The automatic return to the shop is off by default, is announced, takes at least 20 seconds and can be stopped for good. The deadline of a price is announced at ten, five, two and one minutes and at 30 seconds. Two minutes before it, a line says what happens then. From that moment on, a new price takes one press. Money that was sent to the old address is still noticed and reported to the shop. Before the address is shown, only the order token of the shop can expire, after a day by default. There, a payer can ask for more time if the shop allows it.',
    gap: 'A shop can set less than the 20 hours of the exception for its order tokens. The payment service fixes the deadline of a price when the address is created. A payer can ask for more time before that only if the shop has set `longestLifetime`, and gets ten times the usual time only if the shop allows that much. A payer cannot turn the deadline off or extend it. Nobody has evaluated whether it falls under the exceptions for real-time or essential time limits.',
    elements: ['crypto-checkout', 'crypto-checkout-button'],
    tests: [
      ...elements(
        'checkout-return',
        'does not happen by default',
        'is announced once with the way to stop it, counts down visibly, and then happens',
        'leaves every payer at least 20 seconds',
        'is stopped for good by one press, and the focus stays in the card',
      ),
      ...elements(
        'keyboard-navigation.engines',
        'announces the time at ten, five, two and one minutes and at thirty seconds, and at no other second',
        'warns two minutes ahead, and offers a new price in one press then and after that',
      ),
      ...elements(
        'more-time',
        'begin by themselves, and are announced once together with the time',
        'is asked for before the address is shown, and becomes part of the choice',
      ),
    ],
  },
  {
    ...{ number: '2.2.2', title: 'Pause, Stop, Hide', level: 'A', result: 'partlyMet' },
    remark:
      'Animations stop with the setting for reduced motion of the system, which a test checks for the deposit. The countdown is the deadline itself.',
    gap: 'Without that setting, the icon of a payment that is being confirmed, and skeletons, pulse for as long as they are shown. The elements have no control of their own that stops them. The countdown cannot be hidden.',
    elements: [
      ...['crypto-checkout', 'crypto-checkout-button', 'crypto-deposit', 'crypto-payment-panel'],
      ...['crypto-receipt', 'crypto-countdown'],
    ],
    tests: elements('deposit', 'has no animation with reduced motion'),
  },
  {
    ...{ number: '2.3.1', title: 'Three Flashes or Below Threshold', level: 'A', result: 'notEvaluated' },
    remark:
      'The only repeated animation is a change of opacity over 1.6 seconds. Nobody has measured flashes.',
  },
  {
    ...{ number: '2.4.1', title: 'Bypass Blocks', level: 'A', result: 'page' },
    remark: 'The checkout is one region with a name and headings.',
    tests: TREE,
  },
  {
    ...{ number: '2.4.2', title: 'Page Titled', level: 'A', result: 'page' },
    remark:
      "Give your page a title. Nobody has evaluated the title of the proxy's page for payers without JavaScript.",
  },
  {
    ...{ number: '2.4.3', title: 'Focus Order', level: 'A', result: 'inPart' },
    remark: 'Tests check the order of the Tab key, and where the focus goes when a step or a dialog closes.',
    gap: 'The rarer states.',
    tests: [
      ...KEYBOARD,
      ...elements(
        'keyboard-navigation.engines',
        'continues at the top of the new screen, to the coins and back to the payment: ${mode}',
      ),
      ...elements(
        'checkout.engines',
        'keeps the focus in the card when the focused control is gone, and takes it from nowhere else',
      ),
      ...elements('modal.engines', 'keeps the focus inside, and returns it to where it was'),
    ],
  },
  {
    ...{ number: '2.4.4', title: 'Link Purpose (In Context)', level: 'A', result: 'inPart' },
    remark: 'axe-core checks that every link has a name.',
    gap: 'Whether the names tell the purpose.',
    tests: AXE,
  },
  {
    ...{ number: '2.4.5', title: 'Multiple Ways', level: 'AA', result: 'page' },
    remark: 'The elements are steps of a process, not a set of pages.',
  },
  {
    ...{ number: '2.4.6', title: 'Headings and Labels', level: 'AA', result: 'inPart' },
    remark: 'axe-core checks that fields and headings have text.',
    gap: 'Whether the texts describe topic or purpose, in 30 languages.',
    tests: AXE,
  },
  {
    ...{ number: '2.4.7', title: 'Focus Visible', level: 'AA', result: 'inPart' },
    remark: 'A test computes the contrast of the focus ring with the surfaces of the four themes.',
    gap: 'No test looks at the ring of every control.',
    tests: [
      ...CONTRAST,
      ...elements(
        'checkout.engines',
        'confirms a cancellation with a focus ring that keeps the question above it legible',
      ),
    ],
  },
  {
    ...{ number: '2.5.1', title: 'Pointer Gestures', level: 'A', result: 'notApplicable' },
    remark: 'Everything works by single presses.',
  },
  {
    ...{ number: '2.5.2', title: 'Pointer Cancellation', level: 'A', result: 'inPart' },
    remark:
      'Controls act on the click, which comes with the end of a press. A test checks it for rows of the picker.',
    gap: 'The other controls.',
    tests: elements(
      'currency-picker.engines',
      'shows that a row is pressed, and only then draws the next step',
    ),
  },
  {
    ...{ number: '2.5.3', title: 'Label in Name', level: 'A', result: 'inPart' },
    remark: 'A test checks, in every language, that a longer accessible name of a control contains its text.',
    gap: 'No person has used speech control.',
    tests: [
      {
        file: 'test/i18n/catalogs.test.ts',
        title: '${tag}: the long name of a control contains its text (WCAG 2.5.3)',
      },
    ],
  },
  {
    ...{ number: '2.5.4', title: 'Motion Actuation', level: 'A', result: 'notApplicable' },
    remark: 'Nothing reacts to the motion of a device.',
  },
  {
    ...{ number: '3.1.1', title: 'Language of Page', level: 'A', result: 'page' },
    remark: "Give your page a `lang`. The proxy's page for payers without JavaScript has one.",
    tests: [
      {
        file: 'test/proxy/form.test.ts',
        title: 'reads the page in their language; it is private and loads nothing',
      },
    ],
  },
  {
    ...{ number: '3.1.2', title: 'Language of Parts', level: 'AA', result: 'inPart' },
    remark: 'Elements that fall back to English are marked as English.',
    gap: 'Names of coins and networks, which are the same in every language, are not marked.',
    tests: elements('languages', '${tag} is marked as English, with the direction of English (WCAG 3.1.2)'),
  },
  {
    ...{ number: '3.2.1', title: 'On Focus', level: 'A', result: 'inPart' },
    remark: 'Tests move the focus through the states, and see no change of the step until a key is pressed.',
    gap: 'The rarer states.',
    tests: KEYBOARD,
  },
  {
    ...{ number: '3.2.2', title: 'On Input', level: 'A', result: 'inPart' },
    remark: 'Typing into the search or a field changes nothing but the results. A choice needs a press.',
    gap: 'The language menu, which applies a choice immediately.',
    tests: [
      ...elements('currency-picker-form.engines', 'keeps the events of its search to itself'),
      ...elements(
        'languages',
        'applies immediately to the next payment, while the page has the same language',
      ),
    ],
  },
  {
    ...{ number: '3.2.3', title: 'Consistent Navigation', level: 'AA', result: 'page' },
    remark: 'The elements have no navigation that pages repeat.',
  },
  {
    ...{ number: '3.2.4', title: 'Consistent Identification', level: 'AA', result: 'notEvaluated' },
    remark: 'No person has compared the names of the same functions across the elements.',
  },
  {
    ...{ number: '3.3.1', title: 'Error Identification', level: 'A', result: 'inPart' },
    remark: 'A wrong email address, fee or missing currency is named in text beside its field.',
    gap: NO_SCREEN_READER,
    tests: [
      ...elements('checkout.engines', 'requires an email address first, if the order needs one'),
      ...elements('payment-panel-ways', 'explains why it cannot read "${fee}", and names no sum'),
      ...elements(
        'currency-picker-form.engines',
        'blocks the form while it is required and empty, and names the missing choice',
      ),
    ],
  },
  {
    ...{ number: '3.3.2', title: 'Labels or Instructions', level: 'A', result: 'inPart' },
    remark: 'axe-core checks that every field has a label.',
    gap: 'Whether the instructions are enough.',
    tests: [...elements('currency-picker-form.engines', 'is named by its label, which leads to it'), ...AXE],
  },
  {
    ...{ number: '3.3.3', title: 'Error Suggestion', level: 'AA', result: 'inPart' },
    remark: 'A search without a match says what the shop accepts. A fee that cannot be read says why.',
    gap: 'Whether the suggestions help.',
    tests: [
      ...elements(
        'currency-picker.engines',
        'lists the accepted currencies if nothing matches, and leads back',
      ),
      ...elements('payment-panel-ways', 'explains why it cannot read "${fee}", and names no sum'),
    ],
  },
  {
    ...{ number: '3.3.4', title: 'Error Prevention (Legal, Financial, Data)', level: 'AA', result: 'inPart' },
    remark:
      'Coin and network can be changed before the payment. Canceling needs a confirmation. Copies are exact and are read back where the browser allows it. The network is repeated with a copy.',
    gap: 'The transfer itself is made in the wallet of the payer. Whether it can be checked there is outside of the elements, and it cannot be reversed.',
    tests: [
      ...elements('checkout.engines', 'cancels only after a confirmation'),
      ...elements('copy-field.engines', 'warns if other text is in the clipboard, and shows the true text'),
      ...elements(
        'payment-panel.engines',
        'copies the amount and the address exactly, and repeats the network at that moment',
        'reads as one sentence: send exactly, how much, on which network, and warns of the others',
      ),
    ],
  },
  {
    ...{ number: '4.1.1', title: 'Parsing', level: 'A', result: 'notApplicable' },
    remark: 'The errata of WCAG 2.1 count it as met for HTML, and WCAG 2.2 has removed it.',
  },
  {
    ...{ number: '4.1.2', title: 'Name, Role, Value', level: 'A', result: 'inPart' },
    remark:
      "axe-core checks names, roles and states in every state. A test reads them from Chromium's accessibility tree.",
    gap: NO_SCREEN_READER,
    tests: [...TREE, ...AXE],
  },
  {
    ...{ number: '4.1.3', title: 'Status Messages', level: 'AA', result: 'inPart' },
    remark: 'One polite live region says each change of the payment, of the search and of a copy once.',
    gap: NO_SCREEN_READER,
    tests: [
      ...elements(
        'checkout.engines',
        'has one polite live region',
        'announces every new state once, and nothing in between',
      ),
      ...elements('deposit', 'announces every screen once'),
      ...elements(
        'currency-picker-access.engines',
        'announces the result of a search once, when the typing pauses',
        'announces the current step, to the networks and back to the coins',
      ),
      ...elements('countdown', 'is a timer with a name that is not announced every second'),
    ],
  },
];

/** What WCAG 2.2 adds at levels A and AA: not part of EN 301 549 V3.2.1. */
export const ADDED_BY_WCAG_22: readonly Criterion[] = [
  {
    ...{ number: '2.4.11', title: 'Focus Not Obscured (Minimum)', level: 'AA', result: 'inPart' },
    remark:
      'Tests check that the focused row of the picker is in sight, and that only the middle of a dialog scrolls.',
    gap: 'Each control under the header and footer of a small dialog.',
    tests: [
      ...elements('currency-picker-access.engines', 'keeps the focused row visible'),
      ...elements(
        'keyboard-navigation.engines',
        'shows header and footer of a dialog at 400 %: only the part between them scrolls',
      ),
    ],
  },
  {
    ...{ number: '2.5.7', title: 'Dragging Movements', level: 'AA', result: 'notApplicable' },
    remark: 'Nothing is dragged.',
  },
  {
    ...{ number: '2.5.8', title: 'Target Size (Minimum)', level: 'AA', result: 'tested' },
    remark:
      'A test measures everything that a pointer can press, in every state that the tests open, at 320 and at 1280 px and with small, compact text: a press reaches it all over a square of 24 px, or it is as far from other targets as the criterion asks. Sizes of your own are up to you.',
    tests: [
      ...elements('target-size.engines', 'has targets of 24 px, or far enough apart: ${name}'),
      ...elements('payment-panel-ways', 'has controls of at least 24 px, most of 44'),
      ...elements('deposit', 'has targets of at least 24 px, and 44 px for the most used ones'),
      ...elements(
        'currency-picker-access.engines',
        'has no target below 44 px, and nothing wider than a 320 px screen',
      ),
      ...elements('copy-field.engines', 'can be hit by a finger: at least 44 px high'),
    ],
  },
  {
    ...{ number: '3.2.6', title: 'Consistent Help', level: 'A', result: 'inPart' },
    remark: 'Help is in the footer in every state of a payment.',
    gap: 'The place of the help on your other pages.',
    tests: elements('checkout-help', 'is available while the payment is ${state}, in the size of the card'),
  },
  {
    ...{ number: '3.3.7', title: 'Redundant Entry', level: 'A', result: 'notEvaluated' },
    remark:
      'The email address is the only entry about the payer. Nobody has evaluated when it is asked again.',
  },
  {
    ...{
      number: '3.3.8',
      title: 'Accessible Authentication (Minimum)',
      level: 'AA',
      result: 'notApplicable',
    },
    remark: 'The elements have no login.',
  },
];
