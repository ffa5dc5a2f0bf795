/** Parts of the elements in the tabs, for `exportparts`. */
export const tabParts =
  'panel, table, details, refund, address, form, badge, button, button-primary, input, notice, skeleton, icon';
