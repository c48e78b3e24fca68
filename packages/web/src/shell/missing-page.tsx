/** In place of a page that is not there: what the document says of it, or a notice. */
import '../design/record-pages.css';
import { firstHead } from './first-screen';
import { NoSuchPage } from './notice';
import { useTitle } from './title';
import { WaitingPage } from './waiting-page';

export function MissingPage() {
  useTitle('No such page');
  return firstHead()?.matches('.missing') ? <WaitingPage /> : <NoSuchPage />;
}
