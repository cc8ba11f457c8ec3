import { queryOptions, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Fragment, useRef, useState } from 'react';
import { parseAddress, toUserFriendly } from '#contract/address.ts';
import type { Alert, AlertRule, Firing } from '#contract/alerts.ts';
import { alertText, firingText, MAX_SYMBOLS, repeatLabels } from '#contract/format/alert-text.ts';
import { formatDateTimeWithSeconds } from '#contract/format/format-time.ts';
import { Button, takeFocus } from '#web/kit/controls/button.tsx';
import control from '#web/kit/controls/controls.module.css';
import { createLink, parameter, parseQuery } from '#web/kit/device/link-state.ts';
import { cleanName } from '#web/kit/device/names.ts';
import { JettonLink } from '#web/kit/display/links.tsx';
import { MissingNote } from '#web/kit/display/missing-data.tsx';
import { Notice } from '#web/kit/display/notice.tsx';
import table from '#web/kit/display/small-table.module.css';
import { useSavedScreens } from '#web/screener/saved-screens.ts';
import { JettonSearchField } from '#web/search/jetton-search-field.tsx';
import { AlertDialog, type AlertSubject, askForPermission } from './alert-form.tsx';
import styles from './alerts.module.css';
import {
  type ClearedHistory,
  clearHistory,
  limitError,
  removeAlert,
  restoreAlert,
  restoreHistory,
  setPaused,
  useAlertHistory,
  useAlertSound,
  useAlerts,
} from './alerts.ts';
import { loadPushState, type PushState, switchOff, switchOn } from './push.ts';
import { runAlerts } from './run-alerts.ts';

const route = getRouteApi('/alerts');

interface AlertsLink {
  /** Raw address of the jetton that a new alert is about. */
  readonly address?: string | undefined;
  /** Name of the saved screen that a new alert is about. */
  readonly screen?: string | undefined;
}

const link = createLink<AlertsLink>({
  address: parameter<string | undefined>('address', parseAddress, undefined, toUserFriendly),
  screen: parameter<string | undefined>('screen', cleanName, undefined),
});

/** The alerts of this device, and what they have reported. */
export function AlertsPage() {
  const navigate = route.useNavigate();
  const { screens } = useSavedScreens();
  const [edited, setEdited] = useState<Alert>();
  const { address, screen } = link.parse(route.useSearch());
  const saved = screens.find(({ name }) => name === screen);
  const subject = address === undefined ? saved : { address };
  const open = (state: AlertsLink) => void navigate({ search: link.serialize(state), replace: true });
  return (
    <div>
      <title>Alerts · Jetscope</title>
      <div className={styles.head}>
        <h1>Alerts</h1>
        <div className={styles.search}>
          <JettonSearchField
            label="Jetton"
            placeholder="New alert: name, symbol or address"
            onPick={(picked) => open({ address: picked })}
          />
        </div>
        {screens.length > 0 ? (
          <select
            className={`${control.select} ${styles.screens}`}
            aria-label="New alert on a saved screen"
            value=""
            onChange={({ target }) => open({ screen: target.value })}
          >
            <option value="" disabled>
              New alert on a screen
            </option>
            {screens.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        ) : null}
        <Settings />
      </div>
      <AlertList onEdit={setEdited} />
      <History />
      {subject ? <AlertDialog key={address ?? screen} subject={subject} onClose={() => open({})} /> : null}
      {edited ? (
        <AlertDialog
          key={edited.id}
          subject={subjectOf(edited)}
          alert={edited}
          onClose={() => setEdited(undefined)}
        />
      ) : null}
    </div>
  );
}

function subjectOf({ rule }: Alert): AlertSubject {
  return rule.type === 'screen' ? { name: rule.name, query: rule.query } : { address: rule.address };
}

function Settings() {
  const { isOn } = useAlertSound();
  const [permission, setPermission] = useState(() =>
    'Notification' in globalThis ? Notification.permission : 'unsupported',
  );
  const allow = async () => {
    await askForPermission();
    setPermission(Notification.permission);
  };
  return (
    <>
      <label className={control.check}>
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ target }) => useAlertSound.setState({ isOn: target.checked })}
        />
        Sound
      </label>
      <PushSwitch permission={permission} onChange={() => setPermission(Notification.permission)} />
      {permission === 'default' ? <Button onClick={() => void allow()}>Allow notifications</Button> : null}
    </>
  );
}

function PushSwitch({ permission, onChange }: { permission: string; onChange: () => void }) {
  const { data: initial } = useQuery(initialPushState(permission));
  const [changed, setChanged] = useState<PushState>();
  const [isPending, setPending] = useState(false);
  const state = changed ?? initial;
  if (!state) return null;
  const { isOn, problem } = state;
  const change = async () => {
    setPending(true);
    const active = useAlerts.getState().alerts.filter(({ isPaused }) => !isPaused);
    setChanged(await (isOn ? switchOff() : switchOn(active)));
    setPending(false);
    runAlerts();
    onChange();
  };
  return (
    <>
      <label className={control.check}>
        <input
          type="checkbox"
          checked={isOn}
          disabled={isPending || initial?.problem !== undefined}
          aria-describedby={problem === undefined ? undefined : 'push-problem'}
          onChange={() => void change()}
        />
        Also when no tab is open
      </label>
      {problem === undefined ? null : (
        <span className="note" id="push-problem" role="status">
          {problem}
        </span>
      )}
    </>
  );
}

function initialPushState(permission: string) {
  return queryOptions({
    queryKey: ['push', permission],
    queryFn: loadPushState,
    networkMode: 'always',
    gcTime: 0,
  });
}

function AlertList({ onEdit }: { onEdit: (alert: Alert) => void }) {
  const { alerts } = useAlerts();
  /** The last one, which can be restored. */
  const [deleted, setDeleted] = useState<Alert>();
  const list = useRef<HTMLUListElement>(null);
  if (alerts.length === 0 && !deleted)
    return (
      <Notice
        title="No alerts"
        text="Search for a jetton above, or use the bell on its page. Alerts are stored on this device and checked while Jetscope is open in any tab."
      />
    );
  return (
    <section className={styles.section} aria-label="Alerts of this device">
      <ul ref={list} className={styles.list} tabIndex={-1} aria-label="Alerts">
        {alerts.map((alert) => {
          const text = alertText(alert.rule);
          return (
            <li key={alert.id} className="row" data-paused={alert.isPaused || undefined}>
              <span className="stack flush fill wrap-anywhere">
                <SubjectLink alert={alert} />
                <small className="note">
                  {`${repeatLabels[alert.repeat]}${alert.isPaused ? ' · Paused' : ''}`}
                </small>
              </span>
              <Button
                bare
                aria-label={`${alert.isPaused ? 'Resume' : 'Pause'}: ${text}`}
                onClick={() => setPaused(alert.id, !alert.isPaused)}
              >
                {alert.isPaused ? 'Resume' : 'Pause'}
              </Button>
              <Button bare aria-label={`Edit: ${text}`} onClick={() => onEdit(alert)}>
                Edit
              </Button>
              <Button
                bare
                aria-label={`Delete: ${text}`}
                onClick={() => {
                  setDeleted(alert);
                  removeAlert(alert.id);
                }}
              >
                Delete
              </Button>
            </li>
          );
        })}
      </ul>
      {deleted ? (
        <p className="note" role="status">
          Alert deleted.{' '}
          {limitError(deleted.rule) === undefined ? (
            <Button
              key={deleted.id}
              ref={takeFocus}
              bare
              onClick={() => {
                restoreAlert(deleted);
                setDeleted(undefined);
                list.current?.focus();
              }}
            >
              Undo
            </Button>
          ) : null}
        </p>
      ) : null}
    </section>
  );
}

function SubjectLink({ alert: { rule } }: { alert: Pick<Alert, 'rule'> }) {
  const text = alertText(rule);
  return rule.type === 'screen' ? (
    <Link to="/" search={parseQuery(rule.query)}>
      <bdi translate="no">{text}</bdi>
    </Link>
  ) : (
    <NamedLink address={rule.address} text={text} />
  );
}

interface FiringTextProps {
  readonly rule: AlertRule;
  readonly firing: Firing;
}

/** What has happened, with links to the jettons. */
function FiringText({ rule, firing }: FiringTextProps) {
  if (rule.type !== 'screen') return <NamedLink address={rule.address} text={firingText(rule, firing)} />;
  const { jettons = [] } = firing;
  const rest = jettons.length - MAX_SYMBOLS;
  return (
    <span translate="no">
      {jettons.slice(0, MAX_SYMBOLS).map(({ address, symbol }, index) => (
        <Fragment key={address}>
          {index === 0 ? '' : ', '}
          <NamedLink address={address} text={symbol} />
        </Fragment>
      ))}
      {rest > 0 ? `, ${rest} more` : ''} <bdi>{firingText(rule, { ...firing, jettons: [] })}</bdi>
    </span>
  );
}

function NamedLink({ address, text }: { address: string; text: string }) {
  return (
    <JettonLink address={address}>
      <bdi translate="no">{text}</bdi>
    </JettonLink>
  );
}

function History() {
  const { entries } = useAlertHistory();
  /** What was cleared last, which can be restored. */
  const [cleared, setCleared] = useState<ClearedHistory>();
  const [isRestored, setRestored] = useState(false);
  if (entries.length === 0)
    return cleared ? (
      <p className="note" role="status">
        History cleared.{' '}
        <Button
          ref={takeFocus}
          bare
          onClick={() => {
            restoreHistory(cleared);
            setRestored(true);
          }}
        >
          Undo
        </Button>
      </p>
    ) : null;
  return (
    <section className={styles.section} aria-label="History">
      <div className="spread">
        <h2>History</h2>
        <Button ref={isRestored ? takeFocus : undefined} bare onClick={() => setCleared(clearHistory())}>
          Clear history
        </Button>
      </div>
      <div className="scroll-x">
        <table className={table.table} aria-label="History">
          <thead translate="no">
            <tr>
              <th>Time of data, UTC</th>
              <th className={table.text}>Reason</th>
            </tr>
          </thead>
          <tbody>
            {entries.map(({ alertId, rule, firing }) => (
              <tr key={`${alertId} ${firing.time} ${firing.value}`}>
                <td translate="no">{formatDateTimeWithSeconds(new Date(firing.time))}</td>
                <td className={`${table.text} ${styles.reason} text-links`}>
                  <FiringText rule={rule} firing={firing} />
                  {firing.isLate ? (
                    <p className="caption">Caused by swaps that arrived late, so there was no notification</p>
                  ) : null}
                  <MissingNote missing={firing.missing} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
