/** `lintel blds check`: checks a core permits file against the BLDS standard. */
import { formatCount } from '../../base/format-number.js';
import type { CommandGroup } from '../terminal/define.js';
import { bldsText } from '../text/blds-text.js';

export function defineBlds(group: CommandGroup): void {
  group
    .define('check <file>', 'Check a file of permits against BLDS 1.2', 'lintel blds check permits.csv')
    .details('The exit status is 1 if the file breaks a rule that is an error; warnings leave it 0.')
    .run(async ({ progress }, _options, file = '') => {
      const { checkBlds } = await import('../../blds/check.js');
      const { fileSize, fileText } = await import('../../sources/read/file-text.js');
      progress.step(`Checking ${file}`, await fileSize(file), 'bytes');
      const text = fileText(file, { onBytes: (count) => progress.advance(count) });
      const report = await checkBlds(text, (rows) => progress.advance(0, rows));
      progress.done();
      const { errors } = report;
      const problem = `${file} is not valid ${report.standard}: ${formatCount(errors)} ${errors === 1 ? 'error' : 'errors'}.`;
      return {
        data: { file, ...report },
        text: bldsText(report, file),
        problems: errors > 0 ? [problem] : [],
      };
    });
}
