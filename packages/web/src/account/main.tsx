/** The dashboard's first script. It is a document of its own, so that the explorer loads nothing of it. */
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../design/tokens.css';
import '../design/base.css';
import '../design/parts.css';
import '../design/pages.css';
import '../design/request.css';
import '../design/account.css';
import { queries } from '../api/account';
import { router } from './router';

const element = document.getElementById('root');
if (element === null) throw new Error('The document has no #root.');
createRoot(element).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
