import { html, nothing, type TemplateResult } from 'lit';
import { MAX_NOTE_LENGTH } from '../../protocol/request-schema.js';

interface NoteOptions {
  /** Id of the message about an invalid note. Several forms may be open at the same time. */
  readonly id: string;
  readonly isRequired: boolean;
  readonly error: string;
}

/** Renders the field for a note. */
export function noteField(label: string, { id, isRequired, error }: NoteOptions): TemplateResult {
  return html`<label class="note"
      >${label}<textarea
        name="note"
        rows="2"
        maxlength=${MAX_NOTE_LENGTH}
        ?required=${isRequired}
        aria-invalid=${error ? 'true' : 'false'}
        aria-describedby=${error ? id : nothing}
      ></textarea></label
    >${error ? html`<p class="error" id=${id} role="alert">${error}</p>` : nothing}`;
}

/** Returns the note of a submitted form, without spaces around it. */
export function readNote(event: SubmitEvent): string {
  const form = event.currentTarget instanceof HTMLFormElement ? event.currentTarget : undefined;
  const note = new FormData(form).get('note');
  return typeof note === 'string' ? note.trim() : '';
}
