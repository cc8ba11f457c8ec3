/**
 * Returns the attributes of a combobox's input. `active` is the element id of the highlighted option. Apart from
 * `useCombobox`, so that a field whose list is loaded later need not load its behavior.
 */
export function comboboxAttributes(list: string, isOpen: boolean, active: string | undefined) {
  return {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': isOpen,
    'aria-controls': isOpen ? list : undefined,
    'aria-activedescendant': isOpen ? active : undefined,
    autoComplete: 'off',
    autoCapitalize: 'off',
    spellCheck: false,
  } as const;
}
