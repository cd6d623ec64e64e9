import { RouterProvider } from '@tanstack/react-router'
import { startApp } from '../frame/start-app.tsx'
import { router } from './routes.tsx'

startApp(<RouterProvider router={router} />)
