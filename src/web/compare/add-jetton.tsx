import { MAX_COMPARED } from '#web/grid/rows/compared-rows.ts';
import { JettonSearchField } from '#web/search/jetton-search-field.tsx';
import styles from './compare-page.module.css';

interface Props {
  readonly compared: readonly string[];
  readonly onAdd: (address: string) => void;
}

/** Search field that adds a jetton by name, symbol or address. */
export function AddJetton({ compared, onAdd }: Props) {
  const isFull = compared.length >= MAX_COMPARED;
  return (
    <div className={styles.add}>
      <JettonSearchField
        label="Add jetton"
        placeholder={
          isFull ? `At most ${MAX_COMPARED} jettons: remove one first` : 'Add jetton: name, symbol or address'
        }
        disabled={isFull}
        excluded={compared}
        excludedText="Already added"
        onPick={onAdd}
      />
    </div>
  );
}
