// Prints the document's sentences as they are tested, those that could not be tested, and the counts.
const SECTION = 1;
const SENTENCE = 2;

const secrets = ['CRYPTO_CHECKOUT_API_KEY', 'CRYPTO_CHECKOUT_WITHDRAWAL_KEY']
  .map((name) => process.env[name])
  .filter(Boolean);

/** No key is printed, whatever a service writes into its responses. */
function hidden(text) {
  return secrets.reduce((shown, secret) => shown.replaceAll(secret, '***'), text);
}

function reasonOf(error) {
  const { message } = error?.cause ?? error ?? {};
  return String(message ?? error);
}

function indented(text) {
  return text.replace(/^/gm, '      ');
}

/** A hook that failed; a section whose sentences failed has been counted already. */
function isOwnFailure({ nesting, details }) {
  return nesting === SENTENCE || details.error?.failureType !== 'subtestsFailed';
}

function summary({ passed, failed, absent }) {
  const lines = ['', `Sentences tested: ${passed + failed}.`];
  if (absent.size > 0) lines.push('Not testable here:');
  for (const [reason, count] of absent) lines.push(`  ${count}  ${reason}`);
  lines.push('Sentences that no caller can test: see test/conformance/README.md.');
  const skipped = [...absent.values()].reduce((sum, count) => sum + count, 0);
  const last = `${passed} passed, ${failed} failed`;
  return `${lines.join('\n')}\n${skipped > 0 ? `${last}, ${skipped} not testable here` : last}\n`;
}

export default async function* report(events) {
  const counts = { passed: 0, failed: 0, absent: new Map() };
  for await (const { type, data } of events) {
    if (type === 'test:start' && data.nesting === SECTION) yield `\n${data.name}\n`;
    if (type === 'test:pass' && data.nesting === SENTENCE) {
      if (data.skip === undefined) {
        counts.passed += 1;
        yield `  ok      ${data.name}\n`;
      } else {
        counts.absent.set(data.skip, (counts.absent.get(data.skip) ?? 0) + 1);
        yield `  absent  ${data.name}\n`;
      }
    }
    if (type === 'test:fail' && isOwnFailure(data)) {
      counts.failed += 1;
      yield hidden(`  FAILED  ${data.name}\n${indented(reasonOf(data.details.error))}\n`);
    }
  }
  yield summary(counts);
}
