import { html, nothing, type TemplateResult } from 'lit';
import { MAX_NOTE_LENGTH } from '../../protocol/request-schema.js';

interface NoteOptions {
  /** Id of the message about an invalid note. */
  readonly id: string;
  readonly isRequired: boolean;
  readonly error: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
}

/** Renders the field for a note. */
export function noteField(
  label: string,
  { id, isRequired, error, value, onInput }: NoteOptions,
): TemplateResult {
  return html`<label class="note"
      >${label}<textarea
        name="note"
        rows="2"
        maxlength=${MAX_NOTE_LENGTH}
        ?required=${isRequired}
        aria-invalid=${error ? 'true' : 'false'}
        aria-describedby=${error ? id : nothing}
        .value=${value}
        @input=${({ target }: Event) => {
          if (target instanceof HTMLTextAreaElement) onInput(target.value);
        }}
      ></textarea></label
    >${error ? html`<p class="error" id=${id} role="alert">${error}</p>` : nothing}`;
}
