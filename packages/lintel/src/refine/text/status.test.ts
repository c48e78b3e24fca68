import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type PermitStatus, permitStatuses, statusSynonyms } from '@lintel/contract';
import type { PermitDates } from '../record/dates.js';
import type { DefectList } from '../record/defects.js';
import { readStatus } from './status.js';

const undated: PermitDates = { file: null, issue: null, final: null };
const shared = { statusWords: {}, statusWhenIssued: null, statusWhenFiled: null };

test('each status word that portals use has one meaning', () => {
  const cases: Record<PermitStatus, readonly string[]> = {
    final: [
      'complete',
      'COMPLETED',
      'Permit Finaled',
      'COED',
      'Signed-off',
      'CERTICATE OF COMPLIANCE',
      'AP Closed',
      'Finalized',
      'CofO Corrected',
      'Closed - Completed',
      'Completed - No CO Required',
      'Inspections Complete',
      ' Closed ',
      'Approved to Occupy',
    ],
    active: [
      'Failed final',
      'Scheduled and Inspected',
      'Pending Inspection',
      'Conditional CO',
      'Issued',
      'PERMIT  ISSUED',
      'Re-Issued',
      'ACTIVE',
      'Prefinal/Plaster',
      'Open',
      'INSPECT',
      'Partially Finaled',
    ],
    in_review: [
      'filed',
      'Verifications in Progress',
      'Approved Upon Final Payment',
      'Returned for Corrections',
      'Plan Review',
      'Reviews Completed',
      'Application Accepted',
      'Fee paid',
      'PLAN CHK',
      'Payment Pending',
      'Approved for Issuance',
      'Received - Online',
      'On Hold',
      'Not Yet Issued',
    ],
    inactive: [
      'Expired',
      'EXPIRED - NOT ISSUED',
      'CNCL',
      'Closed - Incomplete',
      'Application Denied',
      'Superseded',
      'withdrawn',
      'VOID',
      'Suspended',
      'Refund Completed',
      'Disapproved',
      'Intent to Revoke',
    ],
  };
  for (const [status, words] of Object.entries(cases)) {
    for (const word of words) {
      const defects: DefectList = [];
      assert.equal(readStatus(word, undated, shared, defects), status, word);
      assert.deepEqual(defects, [], word);
    }
  }
});

test('of a phrase, what was completed, or what stopped, decides', () => {
  const cases: Record<PermitStatus, readonly string[]> = {
    final: [
      'INACTIVE (INSPECTIONS COMPLETED)',
      'Expired - All Inspections Passed',
      'Closed - All Work Completed',
      'Construction is complete',
      'Completed; no further inspections',
      'Final Passed - Letter Mailed',
      'Closed, Certificate of Occupancy on file',
      'Occupancy Certificate Mailed',
      'FINALED_CO',
    ],
    active: [
      'Rough-in inspections complete',
      'Foundation Inspection Approved',
      'Awaiting Certificate of Occupancy',
      'Construction Complete - CO Pending',
      'Building permit finaled - awaiting final electrical inspection',
      'Inspections on hold',
      'Inspection denied',
      'Revision rejected',
      'Expired - Reinstated',
      'Stop work order lifted',
      'Permit about to expire soon',
      'Expiration notice sent',
      'Issued - pending revision',
      'Permit Issued (fees due)',
      'Active, renewal requested',
      'Not yet finaled',
      'Temporary Certificate of Occupancy - 90 days',
      'Construction in progress',
    ],
    in_review: [
      'Detail Review Completed',
      'Plan review process completed',
      'Plans Approved - permit not issued',
      'Zoning Review Passed',
      'Application is complete',
      'Complete application on file',
      'Final plan check',
      'Pending Pickup (Final Review Done)',
      'Administratively complete - initial review',
      'Corrections issued to applicant',
      'Failed plan review',
      'Denied - resubmit with corrections',
      'Documents approved',
      'Fees Paid in Full',
      'Preparing for issuance',
      'PLAN_REVIEW_COMPLETE',
    ],
    inactive: [
      'Closed without inspections',
      'Closed - no response from applicant',
      'Closed - never started',
      'Permit Expired - Not Renewed',
      'Plan review complete - expired',
      'Issued in error',
      'Issued, then cancelled by owner',
      'Suspended pending hearing',
      'Administratively closed out',
      'Void/Replaced',
    ],
  };
  for (const [status, words] of Object.entries(cases)) {
    for (const word of words) assert.equal(readStatus(word, undated, shared, []), status, word);
  }
});

test("a source's own status words win over the shared ones", () => {
  const own = { ...shared, statusWords: { closed: 'inactive', issued: null } } as const;
  assert.equal(readStatus('Closed', undated, own, []), 'inactive');
  const defects: DefectList = [];
  assert.equal(readStatus('Issued', undated, own, defects), null);
  assert.deepEqual(defects, []);
});

test('an unknown status gets its meaning from a known word in it, else null, and both are noted', () => {
  const cases: readonly (readonly [string, PermitStatus | null, string])[] = [
    ['Permit Expired by Ordinance', 'inactive', 'status_inferred'],
    ['Issued, final inspection pending', 'active', 'status_inferred'],
    ['Certificate Mailed', 'final', 'status_inferred'],
    ['Zebra', null, 'status_unknown'],
    ['Unknown', null, 'status_unknown'],
  ];
  for (const [text, status, name] of cases) {
    const defects: DefectList = [];
    assert.equal(readStatus(text, undated, shared, defects), status, text);
    assert.deepEqual(defects, [{ name, field: 'status' }], text);
  }
});

test('without a status, a final date is final and other dates mean what the definition says', () => {
  const dates = (file: string | null, issue: string | null, final: string | null) => ({ file, issue, final });
  const issued = { ...shared, statusWhenIssued: 'active' } as const;
  const filed = { ...issued, statusWhenFiled: 'in_review' } as const;
  const cases = [
    [dates(null, '2024-01-01', '2024-02-01'), 'final', 'final', 'final'],
    [dates('2024-01-01', '2024-01-03', null), null, 'active', 'active'],
    [dates('2024-01-01', null, null), null, null, 'in_review'],
    [undated, null, null, null],
  ] as const;
  for (const [given, ...expected] of cases) {
    const defects: DefectList = [];
    const found = [shared, issued, filed].map((source) => readStatus(undefined, given, source, defects));
    assert.deepEqual(found, expected);
    assert.deepEqual(defects, [], 'a source without a status is no defect of its rows');
  }
  assert.equal(readStatus('expired', dates(null, '2024-01-01', '2024-02-01'), filed, []), 'inactive');
});

test('a permit in review with an issue date keeps both, and that is counted', () => {
  const defects: DefectList = [];
  const issued = { file: null, issue: '2024-01-01', final: null };
  assert.equal(readStatus('in review', issued, shared, defects), 'in_review');
  assert.deepEqual(defects, [{ name: 'status_before_issue', field: 'status' }]);
});

test('a word that the interface documents for one status never gives another in a source', () => {
  for (const status of permitStatuses) {
    for (const word of statusSynonyms[status]) {
      const read = readStatus(word.replaceAll('_', ' '), undated, shared, []);
      assert.ok(read === status || read === null, `${word}: ${status}, but ${read} in a source`);
    }
  }
});
