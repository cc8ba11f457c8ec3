import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { serviceStatus } from '#web/api/client/service-status.ts';
import { loadSettings } from '#web/api/client/settings.ts';
import control from '#web/kit/controls/controls.module.css';
import { CopyButton } from '#web/kit/controls/copyable-text.tsx';
import { newIssueLink, type ProblemReport, problemReport, reportText } from './problem-report.ts';

declare global {
  interface ImportMetaEnv {
    /** Version of the dashboard, from package.json. */
    readonly VITE_VERSION: string;
  }
}

export const REPORT_PROBLEM = 'Report a problem';

/** Opens the tracker's form for a new issue. Without a tracker, copies what a report needs. */
export function ReportProblem() {
  const { data: formUrl, isPending } = useNewIssueUrl();
  const report = useProblemReport();
  if (isPending) return null;
  if (!formUrl) return <CopyButton text={() => reportText(report)}>Copy problem details</CopyButton>;
  return (
    <a
      className={control.button}
      href={newIssueLink(formUrl, report)}
      target="_blank"
      rel="noopener noreferrer"
    >
      {REPORT_PROBLEM}
    </a>
  );
}

/** Returns the link of `ReportProblem`. Undefined without a tracker. */
export function useNewIssueLink(): string | undefined {
  const { data: formUrl } = useNewIssueUrl();
  const report = useProblemReport();
  return formUrl ? newIssueLink(formUrl, report) : undefined;
}

function useNewIssueUrl() {
  return useQuery({
    queryKey: ['newIssueUrl'],
    queryFn: async () => (await loadSettings()).newIssueUrl,
    networkMode: 'always',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

function useProblemReport(): ProblemReport {
  const screen = useLocation({ select: ({ pathname, searchStr }) => pathname + searchStr });
  const { data: status } = useQuery({ ...serviceStatus(), enabled: false });
  const dashboard = import.meta.env.VITE_VERSION;
  const isSame = !status || status.version === dashboard;
  const version = isSame ? dashboard : `${dashboard}, service ${status.version}`;
  return problemReport({ screen, version, browser: navigator.userAgent });
}
