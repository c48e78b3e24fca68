/** The button that changes between light and dark. */
import { useState } from 'react';
import { Icon } from '../design/icons';
import { currentTheme, setTheme } from './theme';

export function ThemeButton() {
  const [theme, setShown] = useState(currentTheme);
  const other = theme === 'dark' ? 'light' : 'dark';
  return (
    <button
      type="button"
      className="button quiet theme-button"
      aria-label={`Use ${other} colors`}
      onClick={() => {
        setTheme(other);
        setShown(other);
      }}
    >
      <Icon name={theme === 'dark' ? 'sun' : 'moon'} />
    </button>
  );
}
