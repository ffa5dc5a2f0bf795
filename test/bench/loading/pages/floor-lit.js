// The floor in Lit: rows from one JSON.
import { html, LitElement, nothing } from 'lit';

class FloorRows extends LitElement {
  static properties = { coins: { state: true }, selected: { state: true } };

  async connectedCallback() {
    super.connectedCallback();
    this.coins = await (await fetch('/floor/coins.json')).json();
  }

  row = ({ name, code }) =>
    html`<li
      role="option"
      aria-selected=${code === this.selected ? 'true' : nothing}
      @click=${() => (this.selected = code)}
    >
      <span class="name">${name}</span> ${code}
    </li>`;

  render() {
    return html`<ul>
      ${this.coins?.map(this.row)}
    </ul>`;
  }
}

customElements.define('floor-rows', FloorRows);
