import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Suggestions } from './suggestions.tsx';
import { useCombobox } from './use-combobox.ts';

interface Props {
  readonly names: readonly string[];
  readonly isPending?: boolean;
  readonly highlightsFirst?: boolean;
  readonly onPick: (name: string) => void;
}

/** A field in a dialog whose list has one option per name. */
function Field({ names, onPick, ...source }: Props) {
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const { inputProps, listProps } = useCombobox({
    ...source,
    isOpen,
    options: isOpen ? names.map((name) => ({ key: name, text: name, pick: () => onPick(name) })) : [],
    onText: (typed) => {
      setText(typed);
      setOpen(true);
    },
    onOpen: () => setOpen(true),
    onClose: () => setOpen(false),
  });
  return (
    <dialog ref={(element) => element?.showModal()}>
      <input {...inputProps} aria-label="Name" value={text} />
      {isOpen ? <Suggestions {...listProps} label="Names" /> : null}
    </dialog>
  );
}

describe('combobox', () => {
  const names = ['Ada', 'Berta', 'Carl'];

  async function renderField(props: Omit<Props, 'onPick'> = { names }) {
    const onPick = vi.fn<(name: string) => void>();
    const screen = await render(<Field {...props} onPick={onPick} />);
    const rerender = (changed: Omit<Props, 'onPick'>) =>
      screen.rerender(<Field {...changed} onPick={onPick} />);
    const input = screen.getByRole('combobox', { name: 'Name' });
    const selected = () => document.querySelector('[aria-selected=true]')?.textContent;
    const activeDescendant = () => {
      const id = input.element().getAttribute('aria-activedescendant');
      return id === null ? undefined : document.getElementById(id)?.textContent;
    };
    return { screen, rerender, input, onPick, selected, activeDescendant };
  }

  test('a click opens the list, arrow keys move through it in a circle', async () => {
    const { input, selected, activeDescendant } = await renderField();
    await expect.element(input).toHaveAttribute('aria-expanded', 'false');
    await input.click();
    await expect.element(input).toHaveAttribute('aria-expanded', 'true');
    const listbox = document.getElementById(input.element().getAttribute('aria-controls') ?? '');
    expect(listbox?.role).toBe('listbox');
    expect(selected()).toBeUndefined();
    for (const [key, name] of [
      ['ArrowDown', 'Ada'],
      ['ArrowDown', 'Berta'],
      ['ArrowUp', 'Ada'],
      ['ArrowUp', 'Carl'],
      ['ArrowDown', 'Ada'],
    ]) {
      await userEvent.keyboard(`{${key}}`);
      await expect.poll(selected).toBe(name);
      expect(activeDescendant()).toBe(name);
    }
  });

  test('an arrow key opens the list at its first option', async () => {
    const { input, selected } = await renderField();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(input).toHaveAttribute('aria-expanded', 'true');
    await expect.poll(selected).toBe('Ada');
  });

  test('Enter picks the highlighted option only', async () => {
    const { input, onPick } = await renderField();
    await input.click();
    await userEvent.keyboard('{Enter}');
    expect(onPick).not.toHaveBeenCalled();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    expect(onPick.mock.calls).toEqual([['Berta']]);
  });

  test('keys of an input method neither move nor pick', async () => {
    const { input, onPick, selected } = await renderField({ names, highlightsFirst: true });
    await input.fill('a');
    await expect.poll(selected).toBe('Ada');
    for (const key of ['ArrowDown', 'Enter', 'Escape']) {
      for (const init of [{ isComposing: true }, { keyCode: 229 }])
        input.element().dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, ...init }));
    }
    await expect.element(input).toHaveAttribute('aria-expanded', 'true');
    expect(selected()).toBe('Ada');
    expect(onPick).not.toHaveBeenCalled();
  });

  test('Home and End move the caret', async () => {
    const { input, selected } = await renderField({ names, highlightsFirst: true });
    await userEvent.keyboard('ab{Home}c{End}d');
    await expect.element(input).toHaveValue('cabd');
    expect(selected()).toBe('Ada');
  });

  test('Escape closes the list, then the surrounding dialog', async () => {
    const { screen, input } = await renderField();
    const onEscape = vi.fn<() => void>();
    addEventListener('keydown', onEscape);
    await input.click();
    onEscape.mockClear();
    await userEvent.keyboard('{Escape}');
    await expect.element(input).toHaveAttribute('aria-expanded', 'false');
    await expect.element(screen.getByRole('dialog')).toBeVisible();
    expect(onEscape).not.toHaveBeenCalled();
    await userEvent.keyboard('{Escape}');
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
    expect(onEscape).toHaveBeenCalled();
    removeEventListener('keydown', onEscape);
  });

  test('the highlight stays on an option while others are inserted, and returns to the first on typing', async () => {
    const { rerender, input, selected } = await renderField({ names, highlightsFirst: true });
    await input.fill('a');
    await userEvent.keyboard('{ArrowDown}');
    await expect.poll(selected).toBe('Berta');
    await rerender({ names: ['Zoe', ...names], highlightsFirst: true });
    expect(selected()).toBe('Berta');
    await input.fill('ab');
    await expect.poll(selected).toBe('Zoe');
  });

  test('the highlighted option is scrolled into view', async () => {
    const many = Array.from({ length: 100 }, (_, index) => `Name ${index}`);
    const { screen } = await renderField({ names: many });
    await userEvent.keyboard('{ArrowDown}{ArrowUp}');
    await expect.element(screen.getByRole('option', { name: 'Name 99' })).toBeInViewport();
  });

  test('Enter waits for a pending first option, unless the user moves or leaves', async () => {
    const pending = { names, highlightsFirst: true, isPending: true };
    const { screen, rerender, input, onPick } = await renderField(pending);
    await input.fill('a');
    await userEvent.keyboard('{Enter}');
    expect(onPick).not.toHaveBeenCalled();
    await rerender({ names: ['Zoe'], highlightsFirst: true });
    expect(onPick.mock.calls).toEqual([['Zoe']]);
    for (const [text, leave] of [
      ['b', '{ArrowDown}'],
      ['c', '{Escape}'],
      ['d', 'e'],
    ] as const) {
      await rerender(pending);
      await input.fill(text);
      await userEvent.keyboard(`{Enter}${leave}`);
      await rerender({ names: ['Zoe'], highlightsFirst: true });
    }
    await rerender(pending);
    await input.fill('f');
    await userEvent.keyboard('{Enter}');
    await screen.getByRole('option', { name: 'Carl' }).click();
    await rerender({ names: ['Zoe'], highlightsFirst: true });
    expect(onPick.mock.calls).toEqual([['Zoe'], ['Carl']]);
  });
});

describe('suggestions', () => {
  const options = [
    { key: 'a', text: 'NOT', note: 'Notcoin' },
    { key: 'b', text: 'DOGS', note: 'Dogs' },
  ];

  test('the active option is selected and named', async () => {
    const screen = await render(
      <Suggestions id="list" label="Jettons" options={options} active={1} onPick={() => undefined} />,
    );
    await expect
      .element(screen.getByRole('option', { name: 'DOGS' }))
      .toHaveAttribute('aria-selected', 'true');
    await expect
      .element(screen.getByRole('option', { name: 'NOT' }))
      .toHaveAttribute('aria-selected', 'false');
  });

  test('a click picks an option and leaves the focus where it is', async () => {
    const onPick = vi.fn<(index: number) => void>();
    const screen = await render(
      <>
        <input aria-label="Search" />
        <Suggestions id="list" label="Jettons" options={options} active={0} onPick={onPick} />
      </>,
    );
    await screen.getByLabelText('Search').click();
    await screen.getByRole('option', { name: 'DOGS' }).click();
    expect(onPick).toHaveBeenCalledWith(1);
    await expect.element(screen.getByLabelText('Search')).toHaveFocus();
  });
});
