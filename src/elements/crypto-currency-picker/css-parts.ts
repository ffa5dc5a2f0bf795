export const pickerParts =
  'trigger, popover, back, title, text, message, field, input, chip, list, group, option, currency-icon, network-icon, name, hint, tag, label, button-quiet, icon';
