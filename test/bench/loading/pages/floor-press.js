/** The row that is pressed is the selected one. */
export function press(list) {
  list.addEventListener('click', ({ target }) => {
    target.closest('[role=option]').ariaSelected = 'true';
  });
}
